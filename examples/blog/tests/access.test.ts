import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { provide } from "trivet"
import { accessCases, createTestApp, type TestApp } from "trivet/testing"
import { afterAll, describe, expect, it } from "vitest"
import { Settings, settingsOf } from "../src/settings.ts"
import { access } from "./access.ts"

// Each table is written by `npx trivet routes --access --entry=src/<program> > <table>`.
const programs = [
  ["the API", () => import("../src/main.ts"), "access.txt"],
  ["the API with posts that belong to their authors", () => import("../src/page.ts"), "access-page.txt"],
  ["the site", () => import("../src/web.ts"), "access-site.txt"],
] as const

const databases: TestDatabase[] = []
const apps: TestApp[] = []
afterAll(async () => {
  for (const app of apps) await app.stop()
  for (const database of databases) await database.drop()
})

for (const [name, load, table] of programs) {
  const database = await createTestDatabase()
  databases.push(database)
  const settings = settingsOf({ DATABASE_URL: database.url, BCRYPT_COST: "4", RATE_LIMIT: "off" })
  const app = await createTestApp(load, { provide: [provide(Settings, () => settings)] })
  apps.push(app)
  const cases = await accessCases(app, access, { table: new URL(`../${table}`, import.meta.url) })
  describe(`access to ${name}`, () => {
    it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined())
  })
}
