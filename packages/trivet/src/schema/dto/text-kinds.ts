import { branchesOf, type JsonSchema, propertiesOf } from "../json-schema.ts"

/** How a schema converts the text of one field. */
export interface TextKind {
  readonly type: "text" | "number" | "boolean"
  /** Whether the field accepts every value of a repeated name. */
  readonly list: boolean
  readonly required: boolean
}

/** How an object schema converts each of its declared fields. */
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

/** The names of all fields that a schema accepts; `undefined` if it accepts any name. */
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

/** The types that these schemas name or have constants of. */
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
