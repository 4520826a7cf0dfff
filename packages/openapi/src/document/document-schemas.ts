import type { StandardSchema } from "trivet"
import { findJsonSchema, type JsonSchema } from "trivet/extend"
import { mapSubschemas } from "./schema-places.ts"

/** The schemas of one document: named ones are under `components`, others inline. */
export interface DocumentSchemas {
  /** A schema as the document has it; `undefined` if its library cannot describe it. */
  schemaOf(schema: StandardSchema): JsonSchema | undefined
  /** A part of a schema as the document has it, such as one of its properties. */
  partOf(root: JsonSchema, part: JsonSchema): JsonSchema
  /** Everything under `components`. */
  all(): Readonly<Record<string, JsonSchema>>
}

const base = "#/components/schemas/"

/** Creates the schemas of a document, starting with the named ones. */
export function createDocumentSchemas(
  given: Readonly<Record<string, JsonSchema>>,
  names: ReadonlyMap<StandardSchema, string>,
): DocumentSchemas {
  const components = new Map<string, JsonSchema>(Object.entries(given))
  const placed = new Map<StandardSchema, JsonSchema | undefined>()
  const reserved = new Set(names.values())
  // A schema that is inline in one place may have a name elsewhere: a list of users contains the user.
  const named = new Map<string, string>()
  for (const [schema, name] of names) {
    const json = jsonOf(schema)
    if (json !== undefined && !refersToItself(json)) named.set(schemaKey(json), name)
  }

  const schemaOf = (schema: StandardSchema): JsonSchema | undefined => {
    if (placed.has(schema)) return placed.get(schema)
    const json = jsonOf(schema)
    const name = names.get(schema)
    const written = json === undefined ? undefined : place(json, json, name)
    placed.set(schema, written)
    return written
  }

  /** Puts definitions under `components`, together with the schema itself if it has a name or needs one. */
  function place(root: JsonSchema, part: JsonSchema, name?: string): JsonSchema {
    const definitions = Object.entries((root["$defs"] ?? {}) as Record<string, JsonSchema>)
    const own = name ?? (part === root && needsName(root) ? "Schema" : undefined)
    const wanted = own === undefined ? definitions : [[own, root] as const, ...definitions]
    for (let round = 1; ; round++) {
      const chosen = new Map(
        wanted.map(([one], at) => [at, nameFor(one, at === 0 ? name : undefined, round)]),
      )
      const first = own === undefined ? 0 : 1
      const of = new Map(definitions.map(([one], at) => [one, chosen.get(at + first)!]))
      const self = own === undefined ? undefined : chosen.get(0)
      const made = wanted.map(([, schema], at) => [chosen.get(at)!, write(schema, of, self)] as const)
      // If a name is already used for another schema, all of them get another number, because they refer to each other.
      const clash = made.some(
        ([one, schema], at) =>
          isOther(components.get(one), schema) || (one !== name && isReserved(one, wanted[at]![1])),
      )
      if (clash && round < 100) continue
      for (const [one, schema] of made) components.set(one, schema)
      return own === undefined || part !== root ? write(part, of, self) : { $ref: `${base}${self}` }
    }
  }

  /** Whether a name belongs to another schema. */
  function isReserved(name: string, schema: JsonSchema): boolean {
    return reserved.has(name) && named.get(schemaKey(schema)) !== name
  }

  function write(schema: JsonSchema, of: ReadonlyMap<string, string>, self: string | undefined): JsonSchema {
    const { $defs: _, $id: __, id, ...rest } = schema
    const own = typeof id === "string" ? rest : id === undefined ? rest : { id, ...rest }
    const written = mapSubschemas(own, (inner) => {
      const name = named.get(schemaKey(inner))
      return name === undefined ? write(inner, of, self) : { $ref: `${base}${name}` }
    })
    const reference = written["$ref"]
    return typeof reference === "string" ? { ...written, $ref: rebase(reference, of, self) } : written
  }

  for (const schema of names.keys()) schemaOf(schema)
  return {
    schemaOf,
    partOf: (root, part) => place(root, part),
    all: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** As plain data: libraries may attach other properties to a schema. */
function jsonOf(schema: StandardSchema): JsonSchema | undefined {
  // The input schema, for replies too: a reply is validated by its schema, but sent unchanged.
  const json = findJsonSchema(schema, "input")
  return json === undefined ? undefined : (JSON.parse(JSON.stringify(json)) as JsonSchema)
}

function schemaKey(schema: JsonSchema): string {
  const { id: _, $id: __, ...rest } = schema
  return JSON.stringify(rest)
}

function isOther(present: JsonSchema | undefined, schema: JsonSchema): boolean {
  return present !== undefined && JSON.stringify(present) !== JSON.stringify(schema)
}

function refersToItself(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref"')
}

/** Whether it contains a reference to the whole schema, or to a part that is not a definition. */
function needsName(schema: JsonSchema): boolean {
  let found = false
  const visit = (part: JsonSchema): JsonSchema => {
    const reference = part["$ref"]
    if (typeof reference === "string" && reference.startsWith("#") && !reference.startsWith("#/$defs/"))
      found = true
    return mapSubschemas(part, visit)
  }
  visit(schema)
  return found
}

function nameFor(wanted: string, given: string | undefined, round: number): string {
  if (given !== undefined) return given
  const name = wanted.replace(/^_+/, "").replace(/[^\w.-]/g, "_") || "Schema"
  return round === 1 ? name : `${name}_${round}`
}

function rebase(reference: string, of: ReadonlyMap<string, string>, self: string | undefined): string {
  const [, definition, deeper = ""] = /^#\/\$defs\/([^/]+)(\/.*)?$/.exec(reference) ?? []
  const name = of.get(definition ?? reference)
  if (name !== undefined) return `${base}${name}${deeper}`
  return reference.startsWith("#") && self !== undefined ? `${base}${self}${reference.slice(1)}` : reference
}
