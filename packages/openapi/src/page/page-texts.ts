import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { gzipSync } from "node:zlib"

// The build replaces this file with one that contains the texts (scripts/copy-swagger-ui.ts), so that the page needs no
// file system. Before a build they are read from the source folder and from node_modules.

const installed = createRequire(import.meta.url)

function ownText(name: string): string {
  return packed(new URL(`../../assets/${name}`, import.meta.url))
}

function swaggerText(name: string): string {
  return packed(installed.resolve(`swagger-ui-dist/${name}`))
}

function packed(file: string | URL): string {
  return gzipSync(readFileSync(file), { level: 9 }).toString("base64")
}

/**
 * The files of the page, as gzip in base64: a third of the size, which matters because every Worker bundle contains
 * them.
 */
export const packedTexts: Readonly<Record<string, string>> = {
  "page.css": ownText("page.css"),
  "page.js": ownText("page.js"),
  "swagger-ui.css": swaggerText("swagger-ui.css"),
  "swagger-ui-bundle.js": swaggerText("swagger-ui-bundle.js"),
}
