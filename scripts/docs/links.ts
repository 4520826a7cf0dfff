import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { anchorsOf, type Page, parsePage } from "./markdown.ts"

/** The broken links of a page: to files or headings that the repository does not have. */
export function brokenLinks(workspace: string, path: string, page: Page): string[] {
  return page.prose.flatMap((line, index) =>
    [...line.replace(/`[^`]*`/g, "").matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\s*\[[^\]]+\]:\s*(\S+)/g)]
      .map((match) => match[1] ?? match[2] ?? "")
      .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
      .filter((target) => !exists(workspace, path, page, target))
      .map((target) => `${path}:${index + 1}: broken link to ${target}`),
  )
}

function exists(workspace: string, from: string, page: Page, target: string): boolean {
  const [file = "", anchor] = target.split("#")
  const path = file.startsWith("/")
    ? join(workspace, file)
    : join(workspace, dirname(from), decodeURIComponent(file))
  if (file !== "" && !existsSync(path)) return false
  if (anchor === undefined || (file !== "" && (!file.endsWith(".md") || statSync(path).isDirectory())))
    return true
  const { headings } = file === "" ? page : parsePage(readFileSync(path, "utf8"))
  return anchorsOf(headings.map(({ text }) => text)).includes(anchor)
}
