import { describe, expect, it } from "vitest"
import { Statements } from "./statements.ts"

const at = (call: string, text: string, line: number) =>
  ({ kind: "statement", call, text, place: `src/notes.ts:${line}` }) as const

describe("the statements of a leak", () => {
  it("are those of the reading call that read a table which the writing call has written", () => {
    const statements = new Statements()
    statements.add(at("1", 'select * from "users" where "id" = $1', 3))
    statements.add(at("1", 'insert into "notes" ("id") values ($1)', 7))
    statements.add(at("2", 'select * from "users" where "id" = $1', 3))
    statements.add(at("2", 'select * from "users" join "notes" on true', 12))
    statements.add(at("2", 'select * from "users" join "notes" on true', 12))
    statements.add(at("3", "select * from users", 3))
    expect(statements.between("1", "2")).toEqual([
      'src/notes.ts:12: select * from "users" join "notes" on true',
    ])
    expect(statements.between("1", "3")).toEqual([])
  })

  it("are unknown if the writing call wrote to no table", () => {
    const statements = new Statements()
    statements.add(at("1", "select * from notes", 3))
    expect(statements.between("1", "1")).toBeUndefined()
    expect(statements.between(undefined, "1")).toBeUndefined()
  })
})
