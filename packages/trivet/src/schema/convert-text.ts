import type { JsonSchema } from "./json-schema.ts"
import { type TextKind, textKindsOf } from "./dto/text-kinds.ts"

/** Converts the texts of a query, of parameters or of headers to what a schema expects. */
export type TextConverter = (texts: Readonly<Record<string, readonly string[]>>) => Record<string, unknown>

/**
 * Compiles the conversion for a schema of type object. The rules: `integer` and `number` take a decimal number,
 * `boolean` takes `true` and `false`, `array` takes every value of a repeated name; any other field takes the first
 * value as it is. A text that cannot be converted stays a text, so that the schema can report it.
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
      // Not an assignment, because a parameter may be called `__proto__`.
      Object.defineProperty(values, name, { value, enumerable: true, writable: true, configurable: true })
    }
    return values
  }
}

const asItIs: TextKind = { type: "text", list: false, required: false }

/** Converts a text to a type; returns the text itself if it is not a valid form of that type. */
export function convertText(type: TextKind["type"], text: string): unknown {
  if (type === "number") return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text
  return text
}
