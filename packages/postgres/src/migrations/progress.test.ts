import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, it } from "vitest"
import { Screen } from "../../../trivet/tests/terminal/screen.ts"
import { createTestDatabase } from "../testing.ts"

it("shows on a terminal which migration is applied, and how many were", async () => {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), "trivet-progress-"))
  const index = pathToFileURL(join(import.meta.dirname, "../index.ts")).href
  writeFileSync(
    join(folder, "main.mjs"),
    `import { Database } from ${JSON.stringify(index)}
import { setTimeout as sleep } from "node:timers/promises"
const up = () => sleep(1500)
const migrations = ["001-users", "002-notes", "003-tags"].map((name) => ({ name, up }))
const db = new Database({ url: process.argv[2], migrations })
console.log((await db.migrator.migrate()).length, "applied")
await db.onStop()
`,
  )
  const screen = new Screen(80, 20)
  try {
    screen.type(
      `clear; ${process.execPath} --conditions=@trivet/source ${join(folder, "main.mjs")} '${database.url}'`,
    )
    await screen.waitFor(/^migration 002-notes █{8}░{16} 33% 1\/3/m)
    expect(await screen.waitFor(/^3 applied$/m)).toMatch(/^migration 003-tags █{24} 100% 3\/3/m)
  } finally {
    screen.close()
    rmSync(folder, { recursive: true })
    await database.drop()
  }
})
