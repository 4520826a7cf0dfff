import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { anchorOf, type Page, parsePage } from "./markdown.ts"

/** The links of a page to files and headings of the repository that lead nowhere. */
export function brokenLinks(workspace: string, path: string, page: Page): string[] {
  return page.prose.flatMap((line, index) =>
    [...line.replace(/`[^`]*`/g, "").matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\s*\[[^\]]+\]:\s*(\S+)/g)]
      .map((match) => match[1] ?? match[2] ?? "")
      .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
      .filter((target) => !leadsSomewhere(workspace, path, page, target))
      .map((target) => `${path}:${index + 1}: the link to ${target} leads nowhere`),
  )
}

function leadsSomewhere(workspace: string, from: string, page: Page, target: string): boolean {
  const [file = "", anchor] = target.split("#")
  const path = file.startsWith("/")
    ? join(workspace, file)
    : join(workspace, dirname(from), decodeURIComponent(file))
  if (file !== "" && !existsSync(path)) return false
  if (anchor === undefined || (file !== "" && (!file.endsWith(".md") || statSync(path).isDirectory())))
    return true
  const { headings } = file === "" ? page : parsePage(readFileSync(path, "utf8"))
  return headings.some(({ text }) => anchorOf(text) === anchor)
}
