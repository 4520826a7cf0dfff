import { convertText } from "./convert-text.ts"
import type { TextKind } from "./text-kinds.ts"

/** The values of a form by field, in order: texts, and objects that stand for files. The object has no prototype. */
export type FormFields = Readonly<Record<string, readonly (string | object)[]>>

/**
 * Turns a form's fields into what a schema expects. Beyond what holds for a query: a checkbox's `on` is true, and since
 * browsers send nothing for one that is not ticked, a required boolean is false where it is absent; an empty text is no
 * number. A repeated name is a list, which the schema rejects where it has none.
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

/** One value, or none: as a list, because either may stand in one. */
function convertValue(type: TextKind["type"], value: string | object): readonly unknown[] {
  if (typeof value !== "string" || type === "text") return [value]
  if (value === "") return []
  if (type === "boolean" && (value === "on" || value === "off")) return [value === "on"]
  return [convertText(type, value)]
}
