// Runs in the application's process, so it must not import the framework.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { shortPlace } from "../../inspect/short-place.ts"

/** What caused an operation. */
export interface Origin {
  /** The package of the framework that made it for itself, such as `@trivet/jobs`; `undefined` for the application. */
  readonly by: string | undefined
  /** The application's line that led to it: `src/posts/posts-store.ts:31`; `undefined` if it cannot be told. */
  readonly place: string | undefined
}

const frame = /[\s(]((?:file:\/\/)?\/[^()]*?):(\d+):\d+\)?$/
/** They send what others ask for. */
const drivers: ReadonlySet<string> = new Set(["@trivet/postgres", "@trivet/redis"])
const names = new Map<string, string>()

/** The origin of an operation that begins now. */
export function currentOrigin(): Origin {
  const { stackTraceLimit } = Error
  // A query builder alone needs more than the default ten frames.
  Error.stackTraceLimit = 60
  const { stack = "" } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return originOf(stack)
}

/**
 * Reads an origin from a stack, from the innermost frame: the first package of the framework before the application's
 * first line made the operation. The search ends where the core called that: middlewares that wait are behind it. The
 * core's frames at the beginning are those that report the operation.
 */
export function originOf(stack: string): Origin {
  let by: string | undefined
  let isReported = false
  for (const line of stack.split("\n").slice(1)) {
    const [, found, number] = frame.exec(line) ?? []
    if (found === undefined) continue
    const file = found.startsWith("file:") ? fileURLToPath(found) : found
    const name = packageOf(file)
    if (name === "trivet" && isReported) break
    if (name === "trivet" || name === "@trivet/tool") continue
    isReported = true
    if (name.startsWith("@trivet/")) {
      if (!drivers.has(name)) by ??= name
    } else if (!file.includes("/node_modules/")) return { by, place: shortPlace(`${file}:${number}`) }
  }
  return { by, place: undefined }
}

/** The name of the package that a file belongs to; `""` if it has none. */
function packageOf(file: string): string {
  const [, installed] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file) ?? []
  if (installed !== undefined) return installed
  const folder = dirname(file)
  const known = names.get(folder)
  if (known !== undefined) return known
  const name = readName(folder)
  names.set(folder, name)
  return name
}

/** A package in development is linked: its files are outside of `node_modules`. */
function readName(folder: string): string {
  const manifest = join(folder, "package.json")
  if (existsSync(manifest)) {
    try {
      const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly name?: unknown }
      return typeof name === "string" ? name : ""
    } catch {
      return ""
    }
  }
  const parent = dirname(folder)
  return parent === folder ? "" : readName(parent)
}
