import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { PublicError } from "trivet"
import { isOpenTo } from "trivet/extend"
import type { Access, AccessSetup, Caller } from "trivet/testing"
import { SetupCalls } from "./setup-calls.ts"
import type { FuzzRoute, FuzzTarget } from "./target/fuzz-target.ts"
import { within } from "./within.ts"

/** Whether a route rejects callers without credentials. */
export function isGuarded({ access }: Pick<FuzzRoute, "access">): boolean {
  return !isOpenTo(access, {})
}

// The path in the templates, and the path in applications with a single tests folder.
const usual = ["src/testing/access.ts", "tests/access.ts"]

/** The setup from a file: the given one, otherwise the first default path that exists. */
export async function findAccessSetup(given: string, folder: string): Promise<AccessSetup | undefined> {
  const paths = usual.map((path) => join(folder, path))
  const file = given === "" ? (paths.find((path) => existsSync(path)) ?? paths[0]!) : resolve(given)
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

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The callers of a served application, or why there are none. */
export type OpenedAccess = Pick<SetupCalls, "addressesOf"> &
  ({ readonly access: Access | undefined } | { readonly access: undefined; readonly failure: unknown })

/** Sets up the callers of a served application. An error in the setup may be one of the application. */
export async function openAccess(
  setup: AccessSetup | undefined,
  { port, mailTo }: Pick<FuzzTarget, "port" | "mailTo">,
  end: number,
): Promise<OpenedAccess> {
  const calls = new SetupCalls()
  const addressesOf = (caller: Caller) => calls.addressesOf(caller)
  if (setup === undefined) return { access: undefined, addressesOf }
  const url = `http://127.0.0.1:${port}`
  const work = async () => setup({ url, fetch: calls.fetch, mailTo })
  try {
    const access = await within(work(), end, undefined)
    if (access !== undefined) return { access, addressesOf }
    return { access, addressesOf, failure: "it took longer than --seconds" }
  } catch (failure) {
    return { access: undefined, addressesOf, failure }
  }
}
