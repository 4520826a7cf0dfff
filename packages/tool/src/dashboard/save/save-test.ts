// Runs in the application's process: the secrets of a call are in no other process.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import type { AppDescription } from "trivet/extend"
import { jsonSchemaOf } from "../record/describe-for-dashboard.ts"
import type { RecordedCall } from "../record/recorded-call.ts"
import { exchangeOf } from "./exchange.ts"
import { fixedParts } from "./test-names.ts"
import { writeTest } from "./write-test.ts"

/**
 * Writes a test file for a call beside its controller, and returns its path. It makes no calls and overwrites no files.
 */
export function saveTest(
  id: string,
  calls: readonly RecordedCall[],
  described: Pick<AppDescription, "routes"> | undefined,
  entry: string,
): string {
  const ended = calls.filter(
    ({ kind, ms, id: one }) => kind === "request" && (ms !== undefined || one === id),
  )
  const target = ended.findIndex((call) => call.id === id)
  const call = ended[target]
  if (call === undefined) throw new Error("The call was made before the last restart, or is no longer kept.")
  if (call.ms === undefined) throw new Error("The call is still in progress.")
  const route = described?.routes.find((one) => one.method === call.method && one.path === call.pattern)
  const folder = folderFor(route?.where, entry)
  const from = relative(folder, entry).split(sep).join("/")
  const returns = route?.record.returns as Readonly<Record<string, unknown>> | undefined
  const text = writeTest({
    all: ended.map(exchangeOf),
    target,
    schema: jsonSchemaOf(returns?.[String(call.status)], "output"),
    entry: from.startsWith(".") ? from : `./${from}`,
  })
  mkdirSync(folder, { recursive: true })
  return relative(process.cwd(), writeNew(folder, nameOf(call), text))
}

/** The folder of the controller, if that is a file of the program; otherwise that of the entry file. */
function folderFor(where: string | undefined, entry: string): string {
  const source = dirname(entry)
  const folder = where === undefined ? source : dirname(resolve(where.replace(/(?::\d+){1,2}$/, "")))
  const isOwn = folder === source || folder.startsWith(`${source}${sep}`)
  return isOwn && !folder.split(sep).includes("node_modules") ? folder : source
}

/** From the route and not from what was sent: `post-auth-login-200`. */
function nameOf({ method, pattern, status }: RecordedCall): string {
  const words = [method, ...(pattern === undefined ? ["no-route"] : fixedParts(pattern)), String(status)]
  return words
    .join("-")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .slice(0, 80)
}

function writeNew(folder: string, name: string, text: string): string {
  for (let count = 1; ; count++) {
    const file = join(folder, `${name}${count === 1 ? "" : `-${count}`}.saved.test.ts`)
    try {
      writeFileSync(file, text, { flag: "wx" })
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || count > 200) throw error
    }
  }
}
