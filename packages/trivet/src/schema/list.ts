import type { Dto, DtoList } from "./dto-fields.ts"
import { ownJsonSchema, ownSchema, validatePart } from "./own-schema.ts"
import type { SchemaIssue, SchemaResult } from "./standard-schema.ts"

/** Makes the schema of a list of objects: `returns: { 200: list(User) }`, or as a field: `dto({ tags: list(Tag) })`. */
export function list<Output, Input>(item: Dto<Output, Input>): DtoList<Output, Input> {
  return {
    item,
    "~standard": ownSchema(
      (value) => validate(item, value),
      (side) => ({ type: "array", items: ownJsonSchema(item, side) }),
    ),
  }
}

function validate<Output>(item: Dto<Output, unknown>, value: unknown): SchemaResult<Output[]> {
  if (!Array.isArray(value)) return { issues: [{ message: "must be a list" }] }
  const items: Output[] = []
  const issues: SchemaIssue[] = []
  value.forEach((one: unknown, at) => {
    const result = validatePart(item, at, one)
    if (result.issues === undefined) items.push(result.value)
    else issues.push(...result.issues)
  })
  return issues.length === 0 ? { value: items } : { issues }
}
