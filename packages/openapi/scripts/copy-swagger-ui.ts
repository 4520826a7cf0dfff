import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { packedTexts } from "../src/page/page-texts.ts"

// Into the build, so that users install no more than this package: pinned here, tested here, served from here. The texts
// become a module, so that the page also works in a bundle and where there are no files.
const dist = join(import.meta.dirname, "../dist")
rmSync(join(dist, "page/page-texts.js.map"))
writeFileSync(join(dist, "page/page-texts.js"), `export const packedTexts = ${JSON.stringify(packedTexts)}\n`)

const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
const licenses = join(dist, "swagger-ui")
mkdirSync(licenses, { recursive: true })
for (const name of ["swagger-ui-bundle.js.LICENSE.txt", "LICENSE", "NOTICE"])
  cpSync(join(from, name), join(licenses, name))
