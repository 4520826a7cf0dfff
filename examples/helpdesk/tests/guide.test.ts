import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")

it("shows in its guide what is in its files", () => {
  const page = readFileSync(join(root, "docs/build/application.md"), "utf8")
  const parts = [...page.matchAll(/<!-- part of (\S+);[^>]*-->\s+```ts no-check\n([\s\S]*?)```/g)]
  expect(parts).toHaveLength(2)
  for (const [, file, code] of parts) expect(readFileSync(join(root, file!), "utf8")).toContain(code)
})
