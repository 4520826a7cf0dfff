import { branchesOf, type JsonSchema } from "./json-schema.ts"

/** Turns the texts of a query, of parameters or of headers into what a schema expects. */
export type TextConverter = (texts: Readonly<Record<string, readonly string[]>>) => Record<string, unknown>

type Convert = (text: string) => unknown

/**
 * Compiles the conversion for a schema of type object. The rules: `integer` and `number` take a decimal number,
 * `boolean` takes `true` and `false`, `array` takes every value of a repeated name; any other field takes the first
 * value as it is. A text that does not fit stays a text, so that the schema can say what is wrong with it.
 */
export function compileTextConverter(schema: JsonSchema | undefined): TextConverter {
  const root = schema ?? {}
  const lists = new Map<string, Convert>()
  const converts = new Map<string, Convert>()
  for (const [name, properties] of propertiesOf(root)) {
    const branches = properties.flatMap((property) => branchesOf(root, property))
    if (typesOf(branches).has("array")) lists.set(name, convertFor(typesOf(itemsOf(root, branches))))
    else converts.set(name, convertFor(typesOf(branches)))
  }
  return (texts) => {
    const values: Record<string, unknown> = {}
    for (const name of Object.keys(texts)) {
      const list = lists.get(name)
      const value =
        list === undefined ? (converts.get(name) ?? asItIs)(texts[name]![0]!) : texts[name]!.map(list)
      // Not an assignment: a parameter may be called `__proto__`.
      Object.defineProperty(values, name, { value, enumerable: true, writable: true, configurable: true })
    }
    return values
  }
}

/** Every property that a schema names, with all that it says of it. */
function propertiesOf(root: JsonSchema): Map<string, JsonSchema[]> {
  const found = new Map<string, JsonSchema[]>()
  for (const branch of branchesOf(root, root)) {
    for (const [name, property] of Object.entries((branch["properties"] ?? {}) as Record<string, JsonSchema>))
      found.set(name, [...(found.get(name) ?? []), property])
  }
  return found
}

function itemsOf(root: JsonSchema, branches: readonly JsonSchema[]): readonly JsonSchema[] {
  return branches.flatMap(({ items }) =>
    typeof items === "object" && items !== null ? branchesOf(root, items as JsonSchema) : [],
  )
}

function convertFor(types: ReadonlySet<unknown>): Convert {
  if (types.has("string")) return asItIs
  if (types.has("integer") || types.has("number")) return toNumber
  return types.has("boolean") ? toBoolean : asItIs
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

function asItIs(text: string): string {
  return text
}

function toNumber(text: string): unknown {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text
}

function toBoolean(text: string): unknown {
  return text === "true" ? true : text === "false" ? false : text
}
