import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig, type DefaultTheme } from "vitepress"
import { contents, hiddenFiles, pageOf, root } from "../pages.ts"
import { highlightOnly } from "../highlight-only.ts"
import { linkPages } from "../link-pages.ts"
import { writeTexts } from "../page-texts.ts"
import { search } from "../search.ts"

// Loaded by Node itself: the bundler of VitePress does not know the settings of that folder.
const markdown = new URL("../../scripts/docs/markdown.ts", import.meta.url).href
const { anchorOf } = (await import(markdown)) as { anchorOf: (heading: string) => string }

const repository = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { repository?: string })
  .repository

// To highlight all code takes a third of the build: the tests name the pages that they look at.
const highlighted = process.env["TRIVET_HIGHLIGHTED"]?.split(",")

export default defineConfig({
  title: "Trivet",
  description:
    "A server-side framework for TypeScript: one tree of modules as an API, a web site and commands.",
  lang: "en",
  ignoreDeadLinks: "localhostLinks",
  // Every page is a file of the repository: docs/ and the READMEs.
  srcDir: "..",
  srcExclude: [...hiddenFiles(), "**/.*/**", "**/dist/**"],
  rewrites: (file) => pageOf(file) ?? file,
  head: [["link", { rel: "icon", href: "/trivet.svg", type: "image/svg+xml" }]],
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      linkPages(md, repository)
      if (highlighted !== undefined) highlightOnly(md, highlighted)
    },
    languageAlias: { mts: "ts" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    logo: "/trivet.svg",
    outline: { level: [2, 3] },
    search: { provider: "local", options: search },
    nav: nav(),
    sidebar: sidebar(),
    ...(repository !== undefined && { socialLinks: [{ icon: "github", link: repository }] }),
  },
  vite: {
    publicDir: join(import.meta.dirname, "../public"),
    server: {
      fs: { allow: [root] },
      watch: { ignored: ["**/.snippets/**", "**/dist/**", "**/node_modules/**"] },
    },
    build: { chunkSizeWarningLimit: 4000 },
  },
  buildEnd: ({ outDir, pages }) => writeTexts(outDir, pages, (path, text) => writeFileSync(path, text)),
})

/** The first page of each main section. */
function nav(): DefaultTheme.NavItem[] {
  return contents()
    .filter(({ title }) => ["Start", "Learn", "Build", "Run", "Why", "Reference"].includes(title))
    .map(({ title, entries }) => ({ text: title, link: linkOf(entries[0]!.file) }))
}

/** Beside a guide are the guides; beside a page of reference the reference; beside the rest the rest. */
function sidebar(): DefaultTheme.SidebarMulti {
  const reference = sections("Reference", "Packages")
  const rest = sections("Why", "Examples", "Project")
  const guides = sections("Start", "Tutorial", "Learn", "Build", "Platforms", "Run", "Come from")
  return {
    "/reference/": reference,
    "/packages/": reference,
    "/why/": rest,
    "/examples/": rest,
    "/project/": rest,
    "/": guides,
  }
}

// Not collapsible: VitePress would put a button into a button, which screen readers cannot use.
function sections(...titles: readonly string[]): DefaultTheme.SidebarItem[] {
  return contents()
    .filter(({ title }) => titles.includes(title))
    .map(({ title, entries }) => ({
      text: title,
      items: entries.map((entry) => ({ text: entry.title, link: linkOf(entry.file) })),
    }))
}

function linkOf(file: string): string {
  const page = pageOf(file.replace(/^docs\/\.\.\//, "")) ?? pageOf(`${file}/README.md`)
  if (page === undefined) throw new Error(`docs/README.md links to ${file}, which is no page of the site`)
  return `/${page.replace(/\.md$/, "")}`
}
