import { branchesOf, type JsonSchema } from "./json-schema.ts"

/** Gives a value without the fields that a schema does not name. */
export type Prune = (value: unknown) => unknown

/**
 * Compiles a schema to a function that copies only what the schema names, at every depth. Where the schema leaves a
 * value open (no properties, or `additionalProperties` allowed), it passes as it is.
 */
export function compilePrune(schema: JsonSchema): Prune {
  const known = new Map<JsonSchema, Prune>()
  return build(schema)

  function build(part: JsonSchema): Prune {
    const made = known.get(part)
    if (made !== undefined) return made
    // Made when a value first comes: a schema may refer to itself, also through several branches.
    let prune: Prune | undefined
    const later: Prune = (value) => (prune ??= make(branchesOf(schema, part)))(value)
    known.set(part, later)
    return later
  }

  /** A field is kept when any branch names it, and pruned by all that they say of it. */
  function make(branches: readonly JsonSchema[]): Prune {
    const items = branches.flatMap((branch) => (isSchema(branch["items"]) ? [branch["items"]] : []))
    const first = branches.flatMap((branch) => (branch["prefixItems"] ?? []) as readonly JsonSchema[])
    const pruneItem = anyOf([...items, ...first])
    const fields = new Map<string, JsonSchema[]>()
    for (const { properties = {} } of branches as readonly { properties?: Record<string, JsonSchema> }[]) {
      for (const [name, property] of Object.entries(properties))
        fields.set(name, [...(fields.get(name) ?? []), property])
    }
    const open = branches.map((branch) => branch["additionalProperties"])
    const others = open.filter(isSchema)
    const pruneOthers = open.includes(true) ? asItIs : others.length > 0 ? anyOf(others) : undefined
    const isRecord = fields.size > 0 || pruneOthers !== undefined || open.includes(false)
    const prunes = new Map([...fields].map(([name, properties]) => [name, anyOf(properties)]))
    return (value) => {
      if (typeof value !== "object" || value === null) return value
      if (Array.isArray(value)) return value.map((item) => pruneItem(item))
      return isRecord ? pruneFields(value, prunes, pruneOthers) : value
    }
  }

  function anyOf(parts: readonly JsonSchema[]): Prune {
    if (parts.length === 0) return asItIs
    return build(parts.length === 1 ? parts[0]! : { anyOf: parts })
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null
}

function asItIs(value: unknown): unknown {
  return value
}

/** `others` is for the fields that have no name in the schema; without it they are dropped. */
function pruneFields(value: object, fields: ReadonlyMap<string, Prune>, others: Prune | undefined): object {
  // What has a JSON form of its own, such as a date, is no record of fields.
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return value
  const kept: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const prune = fields.get(name) ?? others
    if (prune === undefined) continue
    // Assigning to `__proto__` would change the prototype instead of adding a field.
    if (name === "__proto__") Object.defineProperty(kept, name, { value: prune(field), enumerable: true })
    else kept[name] = prune(field)
  }
  return kept
}
