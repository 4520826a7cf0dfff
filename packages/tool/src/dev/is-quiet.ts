import { isFile } from "../dashboard/is-file.ts"
import type { ShownCall } from "../dashboard/shown-call.ts"

/** Whether a call is one of many that say little: a file, or a call of a quiet route, that succeeded. */
export function isQuiet(call: ShownCall, quiet: readonly string[]): boolean {
  const { method, status = 500, pattern } = call
  if ((method !== "GET" && method !== "HEAD") || status >= 400 || status === 101) return false
  return isFile(call) || quiet.includes(pattern ?? "")
}
