import type { JsonSchema } from "./json-schema.ts"

/** Turns the texts of a query, of parameters or of headers into what a schema expects. */
export type TextConverter = (texts: Readonly<Record<string, readonly string[]>>) => Record<string, unknown>

type Convert = (text: string) => unknown

/**
 * Compiles the conversion for a schema of type object. The rules: `integer` and `number` take a decimal number,
 * `boolean` takes `true` and `false`, `array` takes every value of a repeated name; any other field takes the first
 * value as it is. A text that does not fit stays a text, so that the schema can say what is wrong with it.
 */
export function compileTextConverter(schema: JsonSchema | undefined): TextConverter {
  const properties = Object.entries((schema?.["properties"] ?? {}) as Record<string, JsonSchema>)
  const lists = new Map<string, Convert>()
  const converts = new Map<string, Convert>()
  for (const [name, property] of properties) {
    if (typesOf(property).has("array"))
      lists.set(name, convertFor(property["items"] as JsonSchema | undefined))
    else converts.set(name, convertFor(property))
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

function convertFor(schema: JsonSchema | undefined): Convert {
  const types = typesOf(schema)
  if (types.has("string")) return asItIs
  if (types.has("integer") || types.has("number")) return toNumber
  return types.has("boolean") ? toBoolean : asItIs
}

function typesOf(schema: JsonSchema | undefined): ReadonlySet<unknown> {
  const branches = (schema?.["anyOf"] ?? schema?.["oneOf"] ?? []) as readonly JsonSchema[]
  return new Set([schema?.["type"], ...branches.map((branch) => branch["type"])].flat())
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
