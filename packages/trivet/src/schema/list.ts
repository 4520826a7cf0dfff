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
  let issues: SchemaIssue[] | undefined
  for (const [at, one] of value.entries()) {
    const result = validatePart(item, at, one)
    if (result.issues === undefined) items.push(result.value)
    // A hundred say enough: a client may send a million wrong items.
    else if ((issues ??= []).push(...result.issues) > 99) break
  }
  return issues === undefined ? { value: items } : { issues }
}
