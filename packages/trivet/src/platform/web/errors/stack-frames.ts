import { ownPaths } from "../../../fault/own-folder.ts"
import { shortPath } from "../../../fault/place/short-path.ts"

/** One frame of a stack. */
export interface StackFrame {
  /** The name of the function; `""` at the top level of a file. */
  readonly name: string
  /** The place to show, with line and column: `src/posts.ts:7:20`. */
  readonly place: string
  /** The path of the file. */
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  /** Whose code it is: `"own"` is the application's. */
  readonly owner: "own" | "package" | "trivet" | "runtime"
}

/** The frames of an error's stack. Lines of its message that look like frames are skipped. */
export function stackFrames(error: Error): readonly StackFrame[] {
  const stack = typeof error.stack === "string" ? error.stack : ""
  const message = String(error.message)
  const after = stack.includes(message) ? stack.indexOf(message) + message.length : 0
  return stack
    .slice(after)
    .split("\n")
    .map(parseFrame)
    .filter((frame) => frame !== undefined)
}

function parseFrame(line: string): StackFrame | undefined {
  const match = /^\s+at (?:async )?(?:(.*?) \()?(.+?):(\d+):(\d+)\)?$/.exec(line)
  if (match === null) return undefined
  const [, name = "", address = "", row = "", column = ""] = match
  return {
    name,
    place: `${shortPath(address)}:${row}:${column}`,
    file: address.startsWith("file://") ? decodeURIComponent(address.slice("file://".length)) : address,
    line: Number(row),
    owner: ownerOf(address),
  }
}

function ownerOf(address: string): StackFrame["owner"] {
  if (/^(?:node|bun|deno|ext|internal):|^native$|^<anonymous>/.test(address)) return "runtime"
  if (ownPaths.some((folder) => address.includes(folder))) return "trivet"
  return address.includes("/node_modules/") ? "package" : "own"
}
