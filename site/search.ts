import type { DefaultTheme } from "vitepress"

/** The search of the site, which runs in the browser. `keywords` in a page's front matter are found as its text is. */
export const search: DefaultTheme.LocalSearchOptions = {
  detailedView: false,
  miniSearch: {
    // VitePress sends the text of these functions to the browser: they cannot use anything outside of themselves.
    options: {
      // Words of a question that say nothing about its subject are left out.
      processTerm: (term: string) => {
        const word = term.toLowerCase()
        const empty =
          " a an and are as at be can do does for from how i in is it my not of on or that the to use what when where which why with without you your "
        return empty.includes(` ${word} `) ? null : word
      },
    },
    searchOptions: {
      fuzzy: 0.15,
      prefix: true,
      // A page that is named like the question answers it more often than one that mentions it.
      boost: { title: 8, titles: 3, text: 1.5 },
      // Guides before lists of names, and both before background.
      boostDocument: (id: string) => {
        if (/^\/?(?:learn|build|start|platforms|why\/will)/.test(id)) return 1.6
        if (/^\/?(?:run\/attacks|why\/benchmarks|reference\/|packages\/|examples\/|project\/)/.test(id))
          return 0.5
        return id.includes("decisions/") ? 0.3 : 1
      },
    },
  },
  // Blocks of code are not searched: what matters in them is also in the text, and to highlight them takes long.
  _render: (source, env, md) => {
    const html = md.render(source.replaceAll(/^```[^]*?^```$/gm, ""), env)
    const keywords: unknown = env.frontmatter?.["keywords"]
    return typeof keywords === "string" ? html.replace("</h1>", `</h1>\n<p>${keywords}</p>`) : html
  },
}
