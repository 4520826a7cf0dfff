import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import { dto } from "../schema/dto/dto.ts"
import type { SchemaResult, StandardSchema } from "../schema/standard-schema.ts"
import { validate } from "./validate.ts"

function schemaOf(
  result: SchemaResult<string> | Promise<SchemaResult<string>>,
): StandardSchema<unknown, string> {
  return { "~standard": { version: 1, vendor: "test", validate: () => result } }
}

function faultOf(run: () => unknown): Fault {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error
  }
  throw new Error("no fault was raised")
}

describe("validate", () => {
  it("gives the schema's output, at once where the schema does", () => {
    expect(validate(schemaOf({ value: "out" }), "in")).toBe("out")
    expect(validate(dto({ a: "required" }), { a: "1", b: 2 })).toEqual({ a: "1" })
  })

  it("waits for a schema that takes its time", async () => {
    await expect(validate(schemaOf(Promise.resolve({ value: "out" })), "in")).resolves.toBe("out")
    const late = Promise.resolve({ issues: [{ message: "is wrong" }] })
    await expect(validate(schemaOf(late), "in")).rejects.toBeInstanceOf(Fault)
  })

  it("raises a fault that names every failing field", () => {
    const fault = faultOf(() => validate(dto({ a: "required", b: "email" }), { b: "x" }))
    expect([fault.code, fault.status, fault.publicMessage]).toEqual(["BODY_INVALID", 400, "Invalid request"])
    expect(fault.issues).toEqual([
      { path: "a", message: "is required", code: "required" },
      { path: "b", message: "must be an e-mail address", code: "email" },
    ])
  })

  it("writes the way to a field with dots, from keys and from steps", () => {
    const issues = [{ message: "is wrong", path: ["a", { key: 0 }, "b"] }, { message: "is wrong" }]
    expect(faultOf(() => validate(schemaOf({ issues }), "in")).issues).toEqual([
      { path: "a.0.b", message: "is wrong" },
      { path: "", message: "is wrong" },
    ])
  })
})
