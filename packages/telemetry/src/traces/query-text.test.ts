import { describe, expect, it } from "vitest"
import { queryText } from "./query-text.ts"

describe("queryText()", () => {
  it.each([
    [
      "select * from posts where id = $1 limit 20",
      "select * from posts where id = $1 limit ?",
      "SELECT posts",
    ],
    [
      `insert into "app"."users" ("name") values ('Ada')`,
      `insert into "app"."users" ("name") values (?)`,
      "INSERT app.users",
    ],
    ["update t1 set a = 'it''s', b = 1.5e3", "update t1 set a = ?, b = ?", "UPDATE t1"],
    [String.raw`select E'a\'secret', X'ff', U&'d\0061'`, "select ?, ?, ?", "SELECT"],
    ["select $$secret$$, $tag$it's $$ secret$tag$, $1", "select ?, ?, $1", "SELECT"],
    ["select $t1$secret$t1$, $ü$secret$ü$", "select ?, ?", "SELECT"],
    ["/* token=secret */ select 1 -- secret\nfrom a", "select ? from a", "SELECT a"],
    ["begin", "begin", "BEGIN"],
    ["", "", "QUERY"],
  ])("%s", (statement, text, summary) => {
    expect(queryText(statement)).toMatchObject({ text, summary })
  })

  it.each([
    "select 'secret",
    "select E'secret\\",
    "select $a$secret",
    "select /* secret",
    "select U&'secret",
  ])("keeps nothing of a literal that does not end: %s", (statement) =>
    expect(queryText(statement).text).not.toContain("secret"),
  )

  it("keeps nothing of a literal that the longest text cuts off", () => {
    const { text } = queryText(`select ${"a, ".repeat(1_350)} '${"secret".repeat(100)}'`)
    expect(text).toMatch(/\?$/)
    expect(text).not.toContain("secret")
  })
})
