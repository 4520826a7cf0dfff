import { relative } from "node:path"
import { fileURLToPath } from "node:url"

const own = import.meta.dirname

/** The position in the application's source that made the call: `src/posts/posts-store.ts:12:20`. */
export function placeOfCaller(): string {
  const { stackTraceLimit } = Error
  // Kysely alone needs more than the default ten frames.
  Error.stackTraceLimit = 50
  const lines = (new Error().stack ?? "").split("\n").slice(1)
  Error.stackTraceLimit = stackTraceLimit
  for (const line of lines) {
    const [, file, position] = /[\s(]((?:file:\/\/)?\/[^()]*?):(\d+:\d+)\)?$/.exec(line) ?? []
    if (file === undefined) continue
    const path = file.startsWith("file:") ? fileURLToPath(file) : file
    if (!path.startsWith(`${own}/`) && !path.includes("/node_modules/"))
      return `${relative(process.cwd(), path)}:${position}`
  }
  return "an unknown place"
}
