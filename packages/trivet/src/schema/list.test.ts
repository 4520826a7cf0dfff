import { describe, expect, expectTypeOf, it } from "vitest"
import { dto } from "./dto/dto.ts"
import { findJsonSchema } from "./json-schema.ts"
import { list } from "./list.ts"
import type { OutputOf } from "./standard-schema.ts"

const User = dto({ id: "required", age: "integer" })
const Users = list(User)

describe("list", () => {
  it("takes a list of objects that the DTO takes, and drops fields that it does not name", async () => {
    const sent = [
      { id: "1", password: "x" },
      { id: "2", age: 7 },
    ]
    expect(await Users["~standard"].validate(sent)).toEqual({ value: [{ id: "1" }, { id: "2", age: 7 }] })
    expectTypeOf<OutputOf<typeof Users>>().toEqualTypeOf<{ id: string; age?: number }[]>()
  })

  it("names the place of what is wrong", async () => {
    const issues = [{ message: "is required", code: "required", path: [1, "id"] }]
    expect(await Users["~standard"].validate([{ id: "1" }, {}])).toEqual({ issues })
  })

  it("names no more than a hundred of what is wrong, also inside another", async () => {
    const many = Array.from({ length: 300_000 }, () => 0)
    const { issues } = await Users["~standard"].validate(many)
    expect(issues).toHaveLength(100)
    const nested = await dto({ users: Users })["~standard"].validate({ users: many })
    expect(nested.issues).toHaveLength(100)
  })

  it.each([undefined, null, {}, "[]", { length: 0 }])("refuses %j", async (value) => {
    expect(await Users["~standard"].validate(value)).toEqual({
      issues: [{ message: "must be a list", code: "list" }],
    })
  })

  it("gives its JSON Schema", () => {
    expect(findJsonSchema(Users, "output")).toEqual({ type: "array", items: findJsonSchema(User, "output") })
  })
})
