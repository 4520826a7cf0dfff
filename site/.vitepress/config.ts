import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig, type DefaultTheme } from "vitepress"
import { parts } from "../navigation.ts"
import { contents, hiddenFiles, pageOf, root, type Section } from "../pages.ts"
import { highlightOnly } from "../highlight-only.ts"
import { linkPages } from "../link-pages.ts"
import { writeTexts } from "../page-texts.ts"
import { search } from "../search.ts"

// Loaded by Node itself: the bundler of VitePress does not know the settings of that folder.
const markdown = new URL("../../scripts/docs/markdown.ts", import.meta.url).href
const { anchorOf } = (await import(markdown)) as { anchorOf: (heading: string) => string }

const readManifest = (path: string) =>
  JSON.parse(readFileSync(join(root, path), "utf8")) as {
    repository?: string
    license: string
    version: string
  }
const { repository, license } = readManifest("package.json")
const { version } = readManifest("packages/trivet/package.json")

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
    footer: {
      message: `Version ${version}. Not published to a registry yet.`,
      copyright: `${license} license. Copyright 2026 the Trivet authors.`,
    },
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

/** The bar marks the part that contains the open page. */
function nav(): DefaultTheme.NavItem[] {
  return parts
    .filter(({ landing }) => landing !== undefined)
    .map(({ title, landing, folders }) => ({
      text: title,
      link: linkOf(landing!),
      activeMatch: `^/(?:${folders.join("|")})/`,
    }))
}

/** Beside a page are the sections of its part. */
function sidebar(): DefaultTheme.SidebarMulti {
  return Object.fromEntries(
    parts.flatMap(({ title, landing, folders, sections }) => {
      const overview =
        landing === undefined ? [] : [{ items: [{ text: `${title}: overview`, link: linkOf(landing) }] }]
      const items = [
        ...overview,
        ...contents()
          .filter((one) => sections.includes(one.title))
          .flatMap(groupsOf),
      ]
      return folders.map((folder) => [`/${folder}/`, items])
    }),
  )
}

// Not collapsible: VitePress would put a button into a button, which screen readers cannot use.
function groupsOf(section: Section): DefaultTheme.SidebarItem[] {
  return section.groups.map(({ title, entries }) => ({
    text: title === "" ? section.title : title,
    items: entries.map((entry) => ({ text: entry.title, link: linkOf(entry.file) })),
  }))
}

function linkOf(file: string): string {
  const page = pageOf(file.replace(/^docs\/\.\.\//, "")) ?? pageOf(`${file}/README.md`)
  if (page === undefined) throw new Error(`docs/README.md links to ${file}, which is no page of the site`)
  return `/${page.replace(/(?:(?<=\/)index)?\.md$/, "")}`
}
