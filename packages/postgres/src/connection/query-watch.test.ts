import type { Context } from "trivet"
import { Operations } from "trivet/extend"
import { describe, expect, it } from "vitest"
import { QueryWatch } from "./query-watch.ts"

describe("QueryWatch", () => {
  it("cannot be made to end its comment", async () => {
    const hostile = "*/ drop table users; --'\n/*"
    const ctx = { method: "GET", pattern: "/a'*/b", get: () => hostile } as unknown as Context
    const sent = await new QueryWatch(new Operations(), () => ctx).run("select 1", [], async (text) => text)
    expect(sent.match(/\*\//g)).toHaveLength(1)
    expect(sent.endsWith(" */ select 1")).toBe(true)
    expect(sent).not.toContain("\n")
    expect(sent.match(/'/g)).toHaveLength(6)
  })
})
