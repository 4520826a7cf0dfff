type Schema = Readonly<Record<string, unknown>>

/** The format that a JSON Schema names for a part of a value; `undefined` if it names none. */
export function findFormat(root: unknown, path: readonly (string | number)[]): unknown {
  let at = resolve(root, root)
  for (const part of path) {
    const next = typeof part === "number" ? at?.["items"] : (at?.["properties"] as Schema | undefined)?.[part]
    at = resolve(next, root)
  }
  return at?.["format"]
}

/** Follows references, and takes the first alternative that is not `null`. */
function resolve(schema: unknown, root: unknown, depth = 0): Schema | undefined {
  if (typeof schema !== "object" || schema === null || depth > 8) return undefined
  const { $ref: reference, anyOf, oneOf, allOf } = schema as Record<string, unknown>
  if (typeof reference === "string" && reference.startsWith("#/")) {
    const names = reference.slice(2).split("/")
    const found = names.reduce<unknown>((part, name) => (part as Schema | undefined)?.[name], root)
    return resolve(found, root, depth + 1)
  }
  const choices = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []))
  const chosen = choices.find(({ type }) => type !== "null")
  return chosen === undefined ? (schema as Schema) : resolve(chosen, root, depth + 1)
}
