import { module } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { databaseSettingsOf } from "./database-options.ts"
import { Database, postgres } from "./index.ts"

class Db extends Database<object> {}

describe("a mistyped option of postgres()", () => {
  it("is a fault at boot that names the right one", async () => {
    const options = { url: "pglite://memory", migrateAtStrat: true }
    const root = module({ name: "root", imports: [postgres(Db, options)], declarations: [] })
    await expect(createTestApp(root)).rejects.toThrow(
      /`postgres\(\)` is invalid: `migrateAtStrat` is unknown, write `migrateAtStart`/,
    )
  })
})

describe("the option ssl", () => {
  it("counts in place of what the URL says", () => {
    const url = "postgres://u:p%2Fw@host/app?sslmode=no-verify&application_name=a"
    expect(databaseSettingsOf({ url, ssl: true }).url).toBe("postgres://u:p%2Fw@host/app?application_name=a")
    expect(databaseSettingsOf({ url, directUrl: url, ssl: true }).direct).not.toContain("sslmode")
    expect(databaseSettingsOf({ url }).url).toBe(url)
  })

  it.each(["postgres://u:a&ssl=b@host/app", "postgres://u:a&ssl@host/app?application_name=a&ssl=0"])(
    "leaves the password of %s as it is",
    (url) => {
      const { password, pathname, search } = new URL(databaseSettingsOf({ url, ssl: true }).url)
      expect([password, pathname]).toEqual([new URL(url).password, "/app"])
      expect(search).not.toContain("ssl")
    },
  )

  it("keeps other parameters of the URL, whatever their order", () => {
    const of = (query: string) => databaseSettingsOf({ url: `postgres://h/app?${query}`, ssl: true }).url
    expect(of("ssl=1&sslmode=require&options=-c%20a%3Db")).toBe("postgres://h/app?options=-c%20a%3Db")
    expect(of("application_name=ssl&sslcert=x")).toContain("?application_name=ssl")
  })
})

describe("the URL for migrations", () => {
  const pooler = "postgres://pooler/app"
  const server = "postgres://server/app"
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ["no URL is given", {}, server],
    ["the variable's URL is given, as applications with settings do", { url: pooler }, server],
    ["another URL is given", { url: "postgres://other/app" }, "postgres://other/app"],
    ["it is given itself", { url: pooler, directUrl: "postgres://given/app" }, "postgres://given/app"],
  ])("is the right one if %s", (_, options, expected) => {
    vi.stubEnv("DATABASE_URL", pooler)
    vi.stubEnv("DATABASE_DIRECT_URL", server)
    expect(databaseSettingsOf(options).direct).toBe(expected)
  })
})
