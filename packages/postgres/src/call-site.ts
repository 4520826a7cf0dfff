import { relative } from "node:path"
import { fileURLToPath } from "node:url"

const own = import.meta.dirname

/** The position in the application's source that made a call. Its text is computed only when a fault shows it. */
export class CallSite {
  readonly #trace: { readonly stack?: string } = {}

  constructor() {
    const { stackTraceLimit } = Error
    // Kysely alone can fill the default ten frames. Each frame costs: this runs for every query inside a transaction.
    Error.stackTraceLimit = 16
    Error.captureStackTrace(this.#trace, CallSite)
    Error.stackTraceLimit = stackTraceLimit
  }

  /** `src/posts/posts-store.ts:12:20`. */
  toString(): string {
    for (const line of (this.#trace.stack ?? "").split("\n").slice(1)) {
      const [, file, position] = /[\s(]((?:file:\/\/)?\/[^()]*?):(\d+:\d+)\)?$/.exec(line) ?? []
      if (file === undefined) continue
      const path = file.startsWith("file:") ? fileURLToPath(file) : file
      if (!path.startsWith(`${own}/`) && !path.includes("/node_modules/"))
        return `${relative(process.cwd(), path)}:${position}`
    }
    return "an unknown place"
  }
}
