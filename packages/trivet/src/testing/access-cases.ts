import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { accessTable, isListed } from "../app/describe/access-table.ts"
import { type AccessDescription, isOpenTo } from "../app/describe/describe-access.ts"
import { Describe } from "../app/describe/app-description.ts"
import type { RouteDescription } from "../app/describe/app-description.ts"
import { Endless } from "../context/reply/endless.ts"
import { titleOf } from "../module/routes/flat-route.ts"
import type { Access, AccessSetup, Caller } from "./access.ts"
import { incomingOf } from "./access-call.ts"
import { listCases } from "./access-lists.ts"
import type { ConformanceCase } from "./conformance.ts"
import type { TestApp } from "./create-test-app.ts"
import { hasReached } from "./reached.ts"
import { readReply } from "./test-reply.ts"

/** Options of `accessCases()`. */
export interface AccessCasesOptions {
  /** The file that `npx trivet routes --access` was last written to. Default: the table is not compared. */
  readonly table?: string | URL
}

/**
 * Makes a test for every route and every kind of caller, which really calls it: permitted callers reach the handler,
 * others never do. The expectation is what the guards declare with `security` and `allows`. A list has one more test for
 * each caller that is not `owner`: it does not contain the row that `prepare()` makes. With `table`, one more test
 * compares that declaration with a committed file, so that a removed guard is noticed.
 *
 * @example
 * ```ts
 * import { health } from "trivet"
 * import { accessCases, createTestApp } from "trivet/testing"
 *
 * const app = await createTestApp(health(), { guards: "required" })
 * const cases = await accessCases(app, () => ({ callers: { anonymous: {} } }))
 * for (const { name, run } of cases) console.log(name, await run())
 * ```
 */
export async function accessCases(
  app: TestApp,
  setup: AccessSetup,
  { table }: AccessCasesOptions = {},
): Promise<readonly ConformanceCase[]> {
  const access = await setup(app)
  const { routes } = app.get(Describe)()
  const cells = routes.filter(isListed).flatMap((route) =>
    Object.entries(access.callers).map(([name, caller]) => {
      const may = isOpenTo(route.access, caller)
      return {
        name: `${titleOf(route.method, route.path)}: ${name} ${may ? "may" : "may not"}`,
        run: async () => {
          for (const method of methodsOf(route, routes, may))
            await callCell(app, route, method, caller, access)
        },
      }
    }),
  )
  const all = [...cells, ...listCases(app, access, routes.filter(isListed))]
  return table === undefined ? all : [compareTable(accessTable(routes).text, table), ...all]
}

function compareTable(text: string, file: string | URL): ConformanceCase {
  const name = "who may call what is as it was committed"
  const run = async (): Promise<void> => {
    const path = file instanceof URL ? fileURLToPath(file) : file
    const fix = `If it is meant: npx trivet routes --access > ${relative(process.cwd(), path)}`
    const committed = readFileSync(file, "utf8").split("\n")
    const now = text.split("\n")
    const changes = [
      ...committed.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
      ...now.filter((line) => !committed.includes(line)).map((line) => `+ ${line}`),
    ]
    if (changes.length > 0) throw new Error(`${name}: it is not.\n${changes.join("\n")}\n${fix}`)
  }
  return { name, run }
}

/** A GET route answers HEAD too, unless a HEAD route exists: a guard that checks the method may forget it. */
function methodsOf(
  { method, path }: RouteDescription,
  routes: readonly RouteDescription[],
  may: boolean,
): readonly string[] {
  if (method !== "GET" && method !== "ANY") return [method ?? ""]
  const hasOwnHead = routes.some((one) => one.method === "HEAD" && one.path === path)
  return may || hasOwnHead ? ["GET"] : ["GET", "HEAD"]
}

async function callCell(
  app: TestApp,
  route: RouteDescription,
  method: string,
  caller: Caller,
  { prepare }: Access,
): Promise<void> {
  const prepared = (await prepare?.({ method, path: route.path })) ?? {}
  const incoming = incomingOf(method, route.path, caller, prepared)
  const reply = await app.dispatch(incoming)
  // An endless body is not read: whether the handler was reached is already known.
  const { status } = await readReply(reply, reply.body instanceof Endless ? "HEAD" : method)
  const problem = problemOf(route.access, caller, status, hasReached(incoming))
  if (problem !== undefined) throw new Error(`${method} ${incoming.path}: ${problem}`)
}

// The statuses with which `accepts` rejects input: after all guards, but before the handler.
const inputRejected: ReadonlySet<number> = new Set([400, 413, 415, 422])

function problemOf(
  access: AccessDescription,
  caller: Caller,
  status: number,
  reached: boolean,
): string | undefined {
  const answered = `the reply was ${status}`
  if (!isOpenTo(access, caller)) {
    if (reached) return `this caller may not call it, and came to the handler; ${answered}`
    const isRejected = status >= 300 && status < 500 && !inputRejected.has(status)
    return isRejected
      ? undefined
      : `this caller may not call it, and was not rejected by a guard: ${answered}`
  }
  if (reached || inputRejected.has(status)) return undefined
  if (status === 401 || status === 403) return `this caller may call it, and was rejected: ${answered}`
  return `this caller may call it, and did not come to the handler: ${answered}. Does prepare() make what the call needs?`
}
