import { execFileSync } from "node:child_process"
import { join } from "node:path"
import pg from "pg"
import { describe, expect, it } from "vitest"
import { accountKey } from "./account-key.ts"

function databaseUrl(): string {
  const { DATABASE_URL = "" } = process.env
  if (DATABASE_URL.startsWith("postgres")) return DATABASE_URL
  const printed = execFileSync(join(import.meta.dirname, "../../../scripts/services"), { encoding: "utf8" })
  return /^export DATABASE_URL=(\S+)$/m.exec(printed)![1]!
}

describe("accountKey", () => {
  it("is the address in small letters where it is of ASCII", () => {
    expect(accountKey("Ada.L+x@Example.COM")).toBe("ada.l+x@example.com")
    expect(accountKey("ada@example.com")).not.toBe(accountKey("adb@example.com"))
  })

  it.each([
    ["i of four kinds", ["MIKI", "miki", "mİkİ", "mıkı", "Mi\u0307ki"]],
    ["the sign of Kelvin", ["mark", "mar\u212a"]],
    ["the long s", ["sam", "ſam", "SAM"]],
    ["letters of full width", ["ada", "ａｄａ", "ＡＤＡ"]],
    ["composed and decomposed accents", ["rené", "rene\u0301", "RENÉ"]],
    ["sharp s", ["weiß", "WEIẞ", "WEISS"]],
    ["the last sigma", ["ΣΟΦΟΣ", "σοφος", "σοφοσ"]],
    ["the sign of Ångström", ["\u212bsa", "Åsa", "åsa"]],
  ])("unites %s", (_, names) => {
    expect(new Set(names.map((name) => accountKey(`${name}@example.com`))).size).toBe(1)
  })

  it("unites letters that this runtime does not know yet", () => {
    expect(accountKey("\u{16EFF}@example.com")).toBe(accountKey("\u{16EFE}@example.com"))
  })

  // A key of a text is made of the keys of its letters, so what holds for every letter holds for every address.
  it("unites whatever PostgreSQL's lower() unites, in every collation that it has for other rules", async () => {
    const client = new pg.Client({ connectionString: databaseUrl() })
    await client.connect()
    try {
      const names = ["default", "C", "C.utf8", "und-x-icu", "tr-x-icu", "lt-x-icu"]
      const { rows } = await client.query<{ collname: string }>(
        "select collname from pg_collation where collname = any($1)",
        [names],
      )
      expect(rows.length).toBeGreaterThan(1)
      for (const { collname } of rows) {
        const changed = await client.query<{ letter: string; small: string }>(
          `select * from (select chr(n) as letter, lower(chr(n) collate "${collname}") as small
           from generate_series(1, 125251) as n where n not between 55296 and 57343) as letters
           where letter <> small collate "C"`,
        )
        expect(changed.rows.length).toBeGreaterThan(25)
        for (const { letter, small } of changed.rows) expect(accountKey(letter)).toBe(accountKey(small))
      }
    } finally {
      await client.end()
    }
  })
})
