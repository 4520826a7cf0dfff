import { branchesOf, type JsonSchema } from "./json-schema.ts"

/** Returns a value without the fields that a schema does not name. */
export type Prune = (value: unknown) => unknown

/**
 * Compiles a schema to a function that copies only what the schema names, at every depth. If the schema leaves a value
 * open (no properties, or `additionalProperties` allowed), it is not changed.
 */
export function compilePrune(schema: JsonSchema): Prune {
  const known = new Map<JsonSchema, Prune>()
  return build(schema)

  function build(part: JsonSchema): Prune {
    const made = known.get(part)
    if (made !== undefined) return made
    // Compiled on first use, because a schema may refer to itself, even through several branches.
    let prune: Prune | undefined
    const later: Prune = (value) => (prune ??= make(branchesOf(schema, part)))(value)
    known.set(part, later)
    return later
  }

  /** A field is kept if any branch names it, and is pruned by all schemas that the branches have for it. */
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

/** `others` prunes the fields that the schema does not name; without it they are dropped. */
function pruneFields(value: object, fields: ReadonlyMap<string, Prune>, others: Prune | undefined): object {
  // An object with `toJSON()`, such as a date, is not a record of fields.
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
