import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"

/** The root of the repository. */
export const root: string = join(import.meta.dirname, "..")

/** What the site shows: a file of the repository, and the path of its page. */
const shown: readonly (readonly [file: RegExp, page: string])[] = [
  [/^site\/index\.md$/, "index.md"],
  [/^docs\/README\.md$/, "contents.md"],
  [/^docs\/([^/]+)\/README\.md$/, "$1/index.md"],
  [/^docs\/(.+\.md)$/, "$1"],
  [/^decisions\/(.+\.md)$/, "why/decisions/$1"],
  [/^(packages|examples)\/([^/]+)\/README\.md$/, "$1/$2.md"],
  [/^(bench|deploy)\/README\.md$/, "project/$1.md"],
  [/^(ARCHITECTURE|CODE_OF_CONDUCT|CONTRIBUTING|SECURITY|TOUR)\.md$/, "project/$1.md"],
]

/** The path of a file's page on the site; undefined if the site does not show the file. */
export function pageOf(file: string): string | undefined {
  const found = shown.find(([pattern]) => pattern.test(file))
  return found && file.replace(...found).replace(/[A-Z_]+(?=\.md$)/, (name) => name.toLowerCase())
}

const filesByPage = new Map<string, string>()

/** The file of a page, by its path on the site. */
export function fileOf(page: string): string | undefined {
  // Read again for a page that was added while the site is previewed.
  if (!filesByPage.has(page)) for (const file of shownFiles()) filesByPage.set(pageOf(file)!, file)
  return filesByPage.get(page)
}

/** Every Markdown file that the site shows, relative to the repository. */
export function shownFiles(): string[] {
  return markdownFiles().filter((file) => pageOf(file) !== undefined)
}

/** Every Markdown file that it does not show. */
export function hiddenFiles(): string[] {
  return markdownFiles().filter((file) => pageOf(file) === undefined)
}

function markdownFiles(): string[] {
  return globSync("**/*.md", { cwd: root, exclude: ["**/node_modules", "**/dist", "**/.*"] }).map((path) =>
    path.replaceAll("\\", "/"),
  )
}

/** Where a link in a file leads. */
export type Target =
  | { readonly kind: "outside" }
  | { readonly kind: "page"; readonly page: string; readonly anchor: string }
  | { readonly kind: "file"; readonly file: string }

/** Where a link in a file leads: to a page of the site, to another file of the repository, or elsewhere. */
export function targetOf(from: string, href: string): Target {
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) return { kind: "outside" }
  const [path = "", anchor] = href.split("#")
  const hash = anchor === undefined ? "" : `#${anchor}`
  const named = path === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(path))
  const file = named.replace(/\/$/, "")
  const readme = isFolder(file) ? posix.join(file, "README.md") : file
  const page = existsSync(join(root, readme)) ? pageOf(readme) : undefined
  return page === undefined ? { kind: "file", file } : { kind: "page", page, anchor: hash }
}

function isFolder(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** A page of the contents. */
export interface Entry {
  readonly title: string
  readonly file: string
  readonly about: string
}

/** A section of the contents, with its pages in groups. A section without subheadings is one group without a title. */
export interface Section {
  readonly title: string
  readonly groups: readonly { readonly title: string; readonly entries: readonly Entry[] }[]
}

/** The sections of docs/README.md, which is the table of contents for the repository and for the site. */
export function contents(): Section[] {
  return partsOf(readFileSync(join(root, "docs/README.md"), "utf8"), "## ")
    .slice(1)
    .map(({ title, text }) => ({
      title,
      groups: partsOf(text, "### ")
        .map((part) => ({ title: part.title, entries: entriesOf(part.text) }))
        .filter(({ entries }) => entries.length > 0),
    }))
}

/** All pages of a section. */
export function entriesIn({ groups }: Section): Entry[] {
  return groups.flatMap(({ entries }) => entries)
}

/** A text cut at its headings. What is above the first heading has no title. */
function partsOf(text: string, heading: string): { readonly title: string; readonly text: string }[] {
  const [above = "", ...parts] = `\n${text}`.split(`\n${heading}`)
  const titled = parts.map((part) => {
    const [title = "", ...lines] = part.split("\n")
    return { title: title.trim(), text: lines.join("\n") }
  })
  return [{ title: "", text: above }, ...titled]
}

function entriesOf(text: string): Entry[] {
  const found = text.replaceAll(/\n {2,}/g, " ").matchAll(/^- \[([^\]]+)\]\(([^)\s]+)\)(?:: (.*))?$/gm)
  return [...found].map(([, title = "", link = "", about = ""]) => ({
    title: title.replaceAll("`", ""),
    file: posix.join("docs", link),
    about,
  }))
}
