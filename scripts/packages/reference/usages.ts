import { anchorOf, type Page } from "../../docs/markdown.ts"

/** Code that shows how names are used: of a page, or a file of an example. */
export interface SourceCode {
  readonly path: string
  /** What a reader calls the place: a page's title, or the file's path. */
  readonly title: string
  /** The section of the page; empty for its first, and for a file. */
  readonly anchor: string
  readonly code: string
}

/** A use of a name, with the lines around it. */
export interface Usage extends SourceCode {
  readonly excerpt: string
}

/** The compiled code of a page. */
export function codeOf(path: string, { headings, fences }: Page): SourceCode[] {
  const title = headings[0]?.text.replaceAll("`", "") ?? path
  return fences
    .filter(({ language, flags }) => language === "ts" && !flags.includes("no-check"))
    .map(({ code, line }) => {
      const heading = headings.findLast((one) => one.line < line)
      const anchor = heading === undefined || heading.level === 1 ? "" : `#${anchorOf(heading.text)}`
      return { path, title, anchor, code }
    })
}

/** The first use of a name in code that imports it from its entry point. */
export function findUsage(
  name: string,
  entryPoint: string,
  sources: readonly SourceCode[],
): Usage | undefined {
  // Before a colon it is the key of an object or a parameter; behind a dot a member, unless that is the dot of a spread.
  const word = new RegExp(`(?<![\\w$"'/-]|(?<!\\.\\.)\\.)${name.replaceAll("$", "\\$")}(?![\\w$"'/-]|\\??:)`)
  for (const source of sources) {
    const imports = [...source.code.matchAll(/^import([^"]*)from "([^"]+)"/gm)]
    if (!imports.some(([, names = "", from]) => from === entryPoint && word.test(names))) continue
    const lines = source.code
      .replace(/^import[^"]*?from .*$/gm, (text) => text.replaceAll(/[^\n]/g, ""))
      .split("\n")
    const at = lines.findIndex((line) => word.test(line.replace(/\/\/.*|"[^"]*"/g, "")))
    if (at >= 0) return { ...source, excerpt: excerptOf(lines, at) }
  }
  return undefined
}

const longest = 12

/** The lines from a use to the end of its brackets; only the first of them where they are many. */
function excerptOf(lines: readonly string[], at: number): string {
  let depth = 0
  let end = at
  for (; end < lines.length && end - at < longest; end++) {
    for (const sign of (lines[end] ?? "").replace(/"[^"]*"|`[^`]*`/g, ""))
      depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0
    if (depth <= 0) break
  }
  const shown = depth > 0 ? [`${lines[at]!} …`] : lines.slice(at, end + 1)
  const indent = Math.min(...shown.filter((one) => one !== "").map((one) => /^ */.exec(one)![0].length))
  return shown.map((one) => one.slice(indent)).join("\n")
}
