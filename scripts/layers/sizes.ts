import { dirname } from "node:path"
import type { CheckResult } from "../reading/check-result.ts"

const limit = 250
/** A folder with more source files is counted in the note. */
const full = 15

/** How long the files are. One of more than 250 lines must say why in the comment at its top. */
export function sizes(files: readonly { readonly path: string; readonly text: string }[]): CheckResult {
  const counted = files
    .map(({ path, text }) => ({ path, text, lines: text.trimEnd().split("\n").length }))
    .toSorted((a, b) => a.lines - b.lines)
  const median = counted[Math.floor(counted.length / 2)]
  const largest = counted.at(-1)
  if (median === undefined || largest === undefined) return { problems: [], note: "no files" }
  const problems = counted
    .filter(({ lines, text }) => lines > limit && !saysWhy(text))
    .map(
      ({ path, lines }) =>
        `${path}:1: ${lines} lines, more than ${limit}: split it, or begin it with "// Large because: <reason>"`,
    )
  const folders = Object.values(Object.groupBy(counted, ({ path }) => dirname(path)))
  const above = folders.filter((found) => found!.length > full).length
  const note = `${counted.length} files, median ${median.lines} lines, largest ${largest.path} with ${largest.lines}, ${above} of ${folders.length} folders above ${full} files`
  return { problems, note }
}

function saysWhy(text: string): boolean {
  const top = /^(?:\s*\/\/.*\n)*/.exec(text)?.[0] ?? ""
  return /^\s*\/\/ Large because: \S/m.test(top)
}
