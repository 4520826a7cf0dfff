import type { StandardSchema } from "./standard-schema.ts"

/** A JSON Schema, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * Returns the JSON Schema (draft 2020-12) of a schema's input or output, without `$schema`. `undefined` if the schema's
 * library does not provide one, or cannot express this schema in JSON Schema.
 *
 * @example
 * ```ts
 * import { dto } from "trivet"
 * import { findJsonSchema } from "trivet/extend"
 *
 * console.log(findJsonSchema(dto({ title: "required,max=80" }), "input"))
 * ```
 */
export function findJsonSchema(schema: StandardSchema, side: "input" | "output"): JsonSchema | undefined {
  try {
    const { $schema: _, ...rest } = schema["~standard"].jsonSchema?.[side]({ target: "draft-2020-12" }) ?? {
      $schema: "",
    }
    return Object.keys(rest).length === 0 ? undefined : rest
  } catch {
    // A library may throw for what JSON Schema cannot express, such as a date.
    return undefined
  }
}

/** The schema that a reference such as `#/$defs/user` names; an empty schema if it is not found. */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema {
  const steps = reference.replace(/^#\/?/, "").split("/").filter(Boolean).map(unescapeStep)
  return steps.reduce<JsonSchema>((part, step) => (part[step] ?? {}) as JsonSchema, root)
}

function unescapeStep(step: string): string {
  return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")
}

/** A schema and everything that its references, `allOf`, `anyOf` and `oneOf` lead to: each may describe the same value. */
export function branchesOf(root: JsonSchema, schema: JsonSchema): readonly JsonSchema[] {
  const found = new Set<JsonSchema>()
  const visit = (part: JsonSchema): void => {
    if (found.has(part)) return
    found.add(part)
    if (typeof part["$ref"] === "string") visit(resolveReference(root, part["$ref"]))
    for (const word of ["allOf", "anyOf", "oneOf"])
      for (const branch of (part[word] ?? []) as readonly JsonSchema[]) visit(branch)
  }
  visit(schema)
  return [...found]
}

/** A property of an object schema. */
export interface SchemaProperty {
  /** The schemas of the property in all branches. */
  readonly schemas: readonly JsonSchema[]
  readonly required: boolean
}

/** All properties that a schema or one of its branches names. */
export function propertiesOf(root: JsonSchema): ReadonlyMap<string, SchemaProperty> {
  const branches = branchesOf(root, root)
  const required = new Set(branches.flatMap((branch) => (branch["required"] ?? []) as readonly string[]))
  const schemas = new Map<string, JsonSchema[]>()
  for (const branch of branches)
    for (const [name, property] of Object.entries((branch["properties"] ?? {}) as Record<string, JsonSchema>))
      schemas.set(name, [...(schemas.get(name) ?? []), property])
  return new Map(
    [...schemas].map(([name, all]) => [name, { schemas: all, required: required.has(name) }] as const),
  )
}
