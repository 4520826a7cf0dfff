import { readFileSync } from "node:fs"
import { join } from "node:path"
import { contents, entriesIn, pageOf, root, shownFiles, targetOf } from "./pages.ts"

type Write = (path: string, text: string) => void

/** Writes each page as Markdown beside its HTML, and llms.txt, which lists them. */
export function writeTexts(outDir: string, pages: readonly string[], write: Write): void {
  for (const file of shownFiles()) {
    const page = pageOf(file)!
    if (pages.includes(file)) write(join(outDir, page), pageText(file))
  }
  write(join(outDir, "llms.txt"), listOfPages())
}

/** A page as Markdown: without front matter, and with links that hold on the site. */
export function pageText(file: string): string {
  const text = readFileSync(join(root, file), "utf8").replace(/^---\n[^]*?\n---\n/, "")
  return text.replace(/\]\(([^)\s]+)\)/g, (link, href: string) => {
    const target = targetOf(file, href)
    return target.kind === "page" ? `](/${target.page}${target.anchor})` : link
  })
}

/** llms.txt: every page of the contents, with its subject. */
export function listOfPages(): string {
  const sections = contents().map(
    (section) =>
      `## ${section.title}\n\n${entriesIn(section)
        .map((one) => `- [${one.title}](${addressOf(one.file)}): ${one.about}`)
        .join("\n")}`,
  )
  return [
    "# Trivet",
    "> A server-side framework for TypeScript. One tree of modules, controllers and services runs as a JSON API, as a web site and as commands. Routes, modules and providers are plain records.",
    "Each page is available as Markdown at the address below.",
    ...sections,
  ]
    .join("\n\n")
    .concat("\n")
}

function addressOf(file: string): string {
  const target = targetOf("README.md", file.replace(/^docs\/\.\.\//, ""))
  if (target.kind !== "page") throw new Error(`docs/README.md links to ${file}, which is no page of the site`)
  return `/${target.page}`
}
