import { relative } from "node:path"
import type { MarkdownEnv, MarkdownRenderer } from "vitepress"
import { fileOf, pageOf, root, targetOf } from "./pages.ts"

/**
 * Lets the links of the repository work on the site. A link to another page leads to that page. A link to a file
 * that is no page leads to the repository, or, where its address is not known, is plain text.
 */
export function linkPages(md: MarkdownRenderer, repository: string | undefined): void {
  md.core.ruler.push("link-pages", ({ tokens, env }) => {
    // VitePress gives the path of the page; the search gives the path of the file.
    const path = relative(root, (env as MarkdownEnv).path).replaceAll("\\", "/")
    const from = pageOf(path) === undefined ? (fileOf(path) ?? path) : path
    for (const { children } of tokens) {
      if (children === null) continue
      let open = true
      for (const token of children) {
        if (token.type === "link_close" && !open) {
          token.type = "text"
          open = true
        }
        if (token.type !== "link_open") continue
        const href = token.attrGet("href") ?? ""
        // Within the page, among them the links beside headings, which the search reads.
        if (href.startsWith("#")) continue
        const target = targetOf(from, href)
        if (target.kind === "page") token.attrSet("href", `/${target.page}${target.anchor}`)
        else if (target.kind === "file" && repository !== undefined)
          token.attrSet("href", `${repository}/blob/main/${target.file}`)
        else if (target.kind === "file") {
          token.type = "text"
          open = false
        }
      }
    }
  })
}
