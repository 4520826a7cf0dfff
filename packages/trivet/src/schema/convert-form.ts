import { convertText } from "./convert-text.ts"
import type { TextKind } from "./dto/text-kinds.ts"

/** The values of a form by field, in order: texts, and objects that represent files. The object has no prototype. */
export type FormFields = Readonly<Record<string, readonly (string | object)[]>>

/**
 * Converts a form's fields to what a schema expects. In addition to the rules of a query: `on` of a checkbox is true; a
 * required boolean is false if it is absent, because browsers send nothing for an unchecked box; an empty text is not a
 * number. A repeated name is a list, which the schema rejects if it expects none.
 */
export function convertForm(
  kinds: ReadonlyMap<string, TextKind>,
  fields: FormFields,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    const kind = kinds.get(name)
    const converted = fields[name]!.flatMap((value) => convertValue(kind?.type ?? "text", value))
    if (kind?.list === true || converted.length > 1) values[name] = converted
    else if (converted.length === 1) values[name] = converted[0]
  }
  for (const [name, { type, list, required }] of kinds)
    if (type === "boolean" && required && !list && !Object.hasOwn(values, name)) values[name] = false
  return values
}

/** Returns a list of one value, or an empty one for no value, because it may be an item of a list. */
function convertValue(type: TextKind["type"], value: string | object): readonly unknown[] {
  if (typeof value !== "string" || type === "text") return [value]
  if (value === "") return []
  if (type === "boolean" && (value === "on" || value === "off")) return [value === "on"]
  return [convertText(type, value)]
}
