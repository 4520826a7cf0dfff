import type { Dto } from "./dto.ts"
import { findJsonSchema } from "./json-schema.ts"
import type { SchemaIssue, SchemaResult, StandardSchema } from "./standard-schema.ts"

/** A list of what a DTO describes: `returns: { 200: list(User) }`. */
export function list<Item>(item: Dto<Item>): StandardSchema<Item[], Item[]> {
  const jsonSchema = () => ({ type: "array", items: findJsonSchema(item, "input") ?? {} })
  return {
    "~standard": {
      version: 1,
      vendor: "trivet",
      validate: (value) => validate(item, value),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  }
}

function validate<Item>(item: Dto<Item>, value: unknown): SchemaResult<Item[]> {
  if (!Array.isArray(value)) return { issues: [{ message: "must be a list" }] }
  const items: Item[] = []
  const issues: SchemaIssue[] = []
  value.forEach((one: unknown, at) => {
    const result = item["~standard"].validate(one) as SchemaResult<Item>
    if (result.issues === undefined) items.push(result.value)
    else issues.push(...result.issues.map((issue) => ({ ...issue, path: [at, ...(issue.path ?? [])] })))
  })
  return issues.length === 0 ? { value: items } : { issues }
}
