/** Deeper values are omitted: they may be circular, and must not be written unchecked. */
const deepest = 8

/** Creates a function that replaces the values of some names at any depth. It copies objects where needed. */
export function redactor(names: readonly string[]): (fields: object) => object {
  const hidden = new Set(names.map((name) => name.toLowerCase()))
  const redact = (value: unknown, depth: number): unknown => {
    if (typeof value !== "object" || value === null || value instanceof Error) return value
    if (depth > deepest) return "[too deep]"
    if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
    if ("toJSON" in value) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        hidden.has(name.toLowerCase()) ? "[redacted]" : redact(part, depth + 1),
      ]),
    )
  }
  return (fields) => redact(fields, 0) as object
}
