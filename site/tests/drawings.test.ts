import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { drawings } from "../drawings.ts"
import { root } from "../pages.ts"

// After a change: node site/drawings.ts --write
it.each(Object.entries(drawings))("docs/drawings/%s is as it was drawn", (file, text) => {
  expect(readFileSync(join(root, "docs/drawings", file), "utf8")).toBe(text)
})
