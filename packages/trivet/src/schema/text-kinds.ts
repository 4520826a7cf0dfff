import { branchesOf, type JsonSchema, propertiesOf } from "./json-schema.ts"

/** What a schema makes of one field's text. */
export interface TextKind {
  readonly type: "text" | "number" | "boolean"
  /** Whether the field takes every value of a repeated name. */
  readonly list: boolean
  readonly required: boolean
}

/** What a schema of type object makes of each field that it names. */
export function textKindsOf(schema: JsonSchema = {}): ReadonlyMap<string, TextKind> {
  const kinds = new Map<string, TextKind>()
  for (const [name, { schemas, required }] of propertiesOf(schema)) {
    const branches = schemas.flatMap((property) => branchesOf(schema, property))
    const list = typesOf(branches).has("array")
    const types = typesOf(list ? itemsOf(schema, branches) : branches)
    kinds.set(name, { type: typeFor(types), list, required })
  }
  return kinds
}

/** The names of all fields that a schema takes; `undefined` where it takes fields of any name. */
export function findFieldNames(schema: JsonSchema = {}): ReadonlySet<string> | undefined {
  const isOpen = branchesOf(schema, schema).some(
    (branch) => Object.keys(branch).length === 0 || openingWords.some((word) => Boolean(branch[word])),
  )
  const names = new Set(propertiesOf(schema).keys())
  return isOpen || names.size === 0 ? undefined : names
}

const openingWords = ["additionalProperties", "patternProperties", "unevaluatedProperties"]

function itemsOf(root: JsonSchema, branches: readonly JsonSchema[]): readonly JsonSchema[] {
  return branches.flatMap(({ items }) =>
    typeof items === "object" && items !== null ? branchesOf(root, items as JsonSchema) : [],
  )
}

function typeFor(types: ReadonlySet<unknown>): TextKind["type"] {
  if (types.has("string")) return "text"
  if (types.has("integer") || types.has("number")) return "number"
  return types.has("boolean") ? "boolean" : "text"
}

/** The types that any of these schemas names, or has a constant of. */
function typesOf(branches: readonly JsonSchema[]): ReadonlySet<unknown> {
  return new Set(
    branches
      .flatMap((branch) => [
        branch["type"],
        ...(branch["const"] === undefined ? [] : [typeof branch["const"]]),
        ...((branch["enum"] ?? []) as readonly unknown[]).map((value) => typeof value),
      ])
      .flat(),
  )
}
