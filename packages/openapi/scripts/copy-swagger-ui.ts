import { cpSync, mkdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

// Into the build, so that users install no more than this package: pinned here, tested here, served from here.
const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
const to = join(import.meta.dirname, "../dist/swagger-ui")
mkdirSync(to, { recursive: true })
for (const name of [
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "swagger-ui-bundle.js.LICENSE.txt",
  "LICENSE",
  "NOTICE",
])
  cpSync(join(from, name), join(to, name))
