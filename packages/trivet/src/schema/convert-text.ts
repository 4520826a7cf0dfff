import type { JsonSchema } from "./json-schema.ts"
import { type TextKind, textKindsOf } from "./text-kinds.ts"

/** Turns the texts of a query, of parameters or of headers into what a schema expects. */
export type TextConverter = (texts: Readonly<Record<string, readonly string[]>>) => Record<string, unknown>

/**
 * Compiles the conversion for a schema of type object. The rules: `integer` and `number` take a decimal number,
 * `boolean` takes `true` and `false`, `array` takes every value of a repeated name; any other field takes the first
 * value as it is. A text that does not fit stays a text, so that the schema can say what is wrong with it.
 */
export function compileTextConverter(schema: JsonSchema | undefined): TextConverter {
  const kinds = textKindsOf(schema)
  return (texts) => {
    const values: Record<string, unknown> = {}
    for (const name of Object.keys(texts)) {
      const { type, list } = kinds.get(name) ?? asItIs
      const value = list
        ? texts[name]!.map((text) => convertText(type, text))
        : convertText(type, texts[name]![0]!)
      // Not an assignment: a parameter may be called `__proto__`.
      Object.defineProperty(values, name, { value, enumerable: true, writable: true, configurable: true })
    }
    return values
  }
}

const asItIs: TextKind = { type: "text", list: false, required: false }

/** What a text stands for; the text itself where it does not stand for anything of that type. */
export function convertText(type: TextKind["type"], text: string): unknown {
  if (type === "number") return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text
  return text
}
