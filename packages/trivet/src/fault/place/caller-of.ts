import { shortPath } from "./short-path.ts"

/** The place in the source from which a function was called, read from a stack: `src/posts.ts:7:20`. */
export function callerOf(functionName: string, stack: string | undefined): string | undefined {
  const lines = stack?.split("\n") ?? []
  const own = lines.findIndex((line) => new RegExp(`\\bat (?:\\w+\\.)*${functionName} \\(`).test(line))
  const caller = own === -1 ? undefined : lines[own + 1]
  const place = caller === undefined ? null : /\(?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$/.exec(caller)
  return place?.[1] === undefined ? undefined : shortPath(place[1])
}
