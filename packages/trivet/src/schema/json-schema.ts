import type { StandardSchema } from "./standard-schema.ts"

/** A JSON Schema, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The JSON Schema of what goes into a schema, or comes out of it; `undefined` where its library does not offer one. */
export function findJsonSchema(schema: StandardSchema, side: "input" | "output"): JsonSchema | undefined {
  try {
    const { $schema: _, ...rest } = schema["~standard"].jsonSchema?.[side]({ target: "draft-2020-12" }) ?? {
      $schema: "",
    }
    return Object.keys(rest).length === 0 ? undefined : rest
  } catch {
    // A library may refuse what JSON Schema cannot say, such as a date.
    return undefined
  }
}

/** What a reference such as `#/$defs/user` names; a schema without rules where it leads nowhere. */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema {
  const steps = reference.replace(/^#\/?/, "").split("/").filter(Boolean).map(unescapeStep)
  return steps.reduce<JsonSchema>((part, step) => (part[step] ?? {}) as JsonSchema, root)
}

function unescapeStep(step: string): string {
  return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")
}

/** A schema and all that its references, `allOf`, `anyOf` and `oneOf` lead to: each may speak of the same value. */
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
