import { Describe } from "trivet"
import { Validator } from "@seriousme/openapi-schema-validator"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { describeOpenApi } from "@trivet/openapi"
import { createTestDatabase } from "../../postgres/src/testing.ts"
import { type Example, examples } from "./examples.ts"
import { itemsModule } from "./libraries/items-module.ts"
import { withArkType } from "./libraries/with-arktype.ts"
import { withDto } from "./libraries/with-dto.ts"
import { withTypeBox } from "./libraries/with-typebox.ts"
import { withValibot } from "./libraries/with-valibot.ts"
import { withZod } from "./libraries/with-zod.ts"
import { oddModule } from "./odd-module.ts"

const apps: Readonly<Record<string, Example>> = {
  ...examples,
  "a contract in Zod": { root: itemsModule(withZod.rich!) },
  "a contract in Valibot": { root: itemsModule(withValibot.rich!) },
  "a contract in ArkType": { root: itemsModule(withArkType.rich!) },
  "a contract in TypeBox": { root: itemsModule(withTypeBox.rich!) },
  "a contract in dto()": { root: itemsModule(withDto.flat) },
  "odd routes": { root: oddModule },
}

describe("documents", () => {
  it.each(Object.entries(apps))("of %s are valid OpenAPI 3.1", async (_, { root, options }) => {
    const database = options && (await createTestDatabase())
    const app = await createTestApp(root, database && options(database.url))
    const document = describeOpenApi(app.get(Describe)(), { title: "T", version: "1.0.0" })
    await app.stop()
    await database?.drop()
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe("3.1")
  })

  it("that are broken are refused by the same validator", async () => {
    const document = describeOpenApi((await createTestApp(oddModule)).get(Describe)(), {
      title: "T",
      version: "1.0.0",
    })
    const broken = { ...document, paths: { "/a": { get: { responses: { ok: {} } } } } }
    expect((await new Validator().validate(broken as Record<string, unknown>)).valid).toBe(false)
  })
})
