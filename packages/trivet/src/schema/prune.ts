import type { JsonSchema } from "./json-schema.ts"

/** Gives a value without the fields that a schema does not name. */
export type Prune = (value: unknown) => unknown

/**
 * Compiles a schema to a function that copies only what the schema names, at every depth. Where the schema leaves a
 * value open (no properties, or `additionalProperties` allowed), it passes as it is.
 */
export function compilePrune(schema: JsonSchema): Prune {
  const root = schema
  const known = new Map<JsonSchema, Prune>()
  return build(schema)

  function build(part: JsonSchema): Prune {
    const made = known.get(part)
    if (made !== undefined) return made
    let prune: Prune = (value) => value
    // Entered before it is made: a schema may refer to itself.
    known.set(part, (value) => prune(value))
    prune = make(part)
    return prune
  }

  function make(part: JsonSchema): Prune {
    if (typeof part["$ref"] === "string") return build(resolve(root, part["$ref"]))
    const branches = ["anyOf", "oneOf", "allOf"].flatMap((word) => (part[word] ?? []) as JsonSchema[])
    if (branches.length > 0) return build(merge([part, ...branches.map((branch) => follow(root, branch))]))
    if (part["items"] !== undefined) return pruneItems(build(part["items"] as JsonSchema))
    const properties = part["properties"] as Record<string, JsonSchema> | undefined
    const open = part["additionalProperties"]
    if (properties === undefined || (open !== undefined && open !== false)) return (value) => value
    return pruneFields(Object.entries(properties).map(([name, property]) => [name, build(property)] as const))
  }
}

function pruneItems(prune: Prune): Prune {
  return (value) => (Array.isArray(value) ? value.map(prune) : value)
}

function pruneFields(fields: readonly (readonly [string, Prune])[]): Prune {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value
    // What has a JSON form of its own, such as a date, is no record of fields.
    if (typeof (value as { toJSON?: unknown }).toJSON === "function") return value
    const kept: Record<string, unknown> = {}
    for (const [name, prune] of fields) {
      if (Object.hasOwn(value, name)) kept[name] = prune((value as Record<string, unknown>)[name])
    }
    return kept
  }
}

/** One schema that names every field that any of these names. */
function merge(schemas: readonly JsonSchema[]): JsonSchema {
  const objects = schemas.filter((schema) => schema["properties"] !== undefined)
  const items = schemas.find((schema) => schema["items"] !== undefined)?.["items"]
  if (objects.length === 0) return items === undefined ? {} : { items }
  const properties: Record<string, JsonSchema> = {}
  for (const schema of objects) {
    for (const [name, property] of Object.entries(schema["properties"] as Record<string, JsonSchema>)) {
      properties[name] = name in properties ? { anyOf: [properties[name], property] } : property
    }
  }
  return { properties }
}

function follow(root: JsonSchema, schema: JsonSchema): JsonSchema {
  return typeof schema["$ref"] === "string" ? resolve(root, schema["$ref"]) : schema
}

function resolve(root: JsonSchema, reference: string): JsonSchema {
  const steps = reference.replace(/^#\/?/, "").split("/").filter(Boolean)
  return steps.reduce<JsonSchema>((part, step) => (part[decodeURIComponent(step)] ?? {}) as JsonSchema, root)
}
