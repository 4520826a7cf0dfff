import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { PublicError } from "trivet"
import type { FuzzRoute } from "./fuzz-target.ts"

/** Someone who calls, for the access cells: what the caller's headers prove. */
export interface Caller {
  /** The names of the security schemes that the headers satisfy. */
  readonly has?: readonly string[]
  /** The names among `allows` of guards: roles, `owner`. */
  readonly is?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** What a call to a route is filled with, so that it reaches data of the owner. */
export interface Prepared {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
}

/** The callers of an application. */
export interface Access {
  readonly callers: Readonly<Record<string, Caller>>
  prepare?(route: { readonly method: string; readonly path: string }): Prepared | Promise<Prepared>
}

/** The default export of `tests/access.ts`. */
export type AccessSetup = (server: {
  readonly url: string
  fetch(request: Request): Promise<Response>
}) => Access | Promise<Access>

/** Whether a route is open to a caller: each guard has one of its schemes, and shares a name with its `allows`. */
export function isOpenTo({ guards }: Pick<FuzzRoute, "guards">, { has = [], is = [] }: Caller): boolean {
  return guards.every(
    ({ schemes, allows }) =>
      (schemes.length === 0 || schemes.some((scheme) => has.includes(scheme))) &&
      (allows === undefined || allows.some((name) => is.includes(name))),
  )
}

/** The setup in a file: the one that is named, else `tests/access.ts` if it exists. */
export async function findAccessSetup(given: string, folder: string): Promise<AccessSetup | undefined> {
  const file = given === "" ? join(folder, "tests/access.ts") : resolve(given)
  if (!existsSync(file)) {
    if (given === "") return undefined
    throw new PublicError(400, `there is no ${given}, which --access names`)
  }
  const loaded = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
  const setup = [loaded["default"], loaded["access"], ...Object.values(loaded)].find(
    (one) => typeof one === "function",
  )
  if (setup === undefined)
    throw new PublicError(400, `${file} exports no function. Export one: export default (server) => …`)
  return setup as AccessSetup
}

/** Sets up the callers of a served application. */
export async function openAccess(setup: AccessSetup | undefined, port: number): Promise<Access | undefined> {
  const url = `http://127.0.0.1:${port}`
  return setup?.({ url, fetch: (request) => fetch(request) })
}
