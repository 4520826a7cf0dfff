import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

// The build replaces this file: there the texts are written out (scripts/copy-swagger-ui.ts), so that the page needs no
// file system. Before a build they lie where people edit them, and where npm has put them.

const swaggerUi = createRequire(import.meta.url)

function ownText(name: string): string {
  return readFileSync(new URL(`../assets/${name}`, import.meta.url), "utf8")
}

function swaggerText(name: string): string {
  return readFileSync(swaggerUi.resolve(`swagger-ui-dist/${name}`), "utf8")
}

/** The text of each file that the page loads. */
export const pageTexts: Readonly<Record<string, string>> = {
  "page.css": ownText("page.css"),
  "page.js": ownText("page.js"),
  "swagger-ui.css": swaggerText("swagger-ui.css"),
  "swagger-ui-bundle.js": swaggerText("swagger-ui-bundle.js"),
}
