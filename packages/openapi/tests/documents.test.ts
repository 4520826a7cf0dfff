import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, type Module } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe as suite, expect, it } from "vitest"
import { describeOpenApi } from "@trivet/openapi"
import { itemsModule } from "./libraries/items-module.ts"
import { withArkType } from "./libraries/with-arktype.ts"
import { withDto } from "./libraries/with-dto.ts"
import { withTypeBox } from "./libraries/with-typebox.ts"
import { withValibot } from "./libraries/with-valibot.ts"
import { withZod } from "./libraries/with-zod.ts"
import { oddModule } from "./odd-module.ts"
import { exampleModules } from "./random-calls/example-modules.ts"

const examples = await exampleModules()
const modules = new Map<string, Module>([
  ...examples,
  ["a contract in Zod", itemsModule(withZod.rich!)],
  ["a contract in Valibot", itemsModule(withValibot.rich!)],
  ["a contract in ArkType", itemsModule(withArkType.rich!)],
  ["a contract in TypeBox", itemsModule(withTypeBox.rich!)],
  ["a contract in dto()", itemsModule(withDto.flat)],
  ["odd routes", oddModule],
])

suite("documents", () => {
  it.each([...modules])("of %s are valid OpenAPI 3.1", async (_, root) => {
    const document = describeOpenApi(describe(await createTestApp(root)), { title: "T", version: "1.0.0" })
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe("3.1")
  })

  it("that are broken are refused by the same validator", async () => {
    const document = describeOpenApi(describe(await createTestApp(oddModule)), {
      title: "T",
      version: "1.0.0",
    })
    const broken = { ...document, paths: { "/a": { get: { responses: { ok: {} } } } } }
    expect((await new Validator().validate(broken as Record<string, unknown>)).valid).toBe(false)
  })

  it("are checked of every example", () => {
    expect([...examples.keys()]).toContain("versions")
  })
})
