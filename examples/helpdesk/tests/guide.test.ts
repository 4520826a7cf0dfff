import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")

it.each([
  ["docs/build/application.md", 2],
  ["docs/build/payments.md", 5],
])("shows in %s what is in its files", (path, count) => {
  const page = readFileSync(join(root, path), "utf8")
  const parts = [...page.matchAll(/<!-- part of (\S+);[^>]*-->\s+```ts no-check\n([\s\S]*?)```/g)]
  expect(parts).toHaveLength(count)
  for (const [, file, code] of parts) expect(readFileSync(join(root, file!), "utf8")).toContain(code)
})
