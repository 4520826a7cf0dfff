import { decodeEscapes } from "./decode-escapes.ts"

/**
 * Parses the parameters of a query. Every value is a string, and the first of a repeated name wins; brackets have no
 * special meaning. The result has no prototype. A value with a malformed escape is not decoded.
 */
export function parseQuery(query: string): Readonly<Record<string, string>> {
  const parameters = Object.create(null) as Record<string, string>
  for (const [name, value] of pairsOf(query, decode)) if (!(name in parameters)) parameters[name] = value
  return parameters
}

/** Parses a query, keeping every value of a repeated name, in order. */
export function parseQueryLists(query: string): Readonly<Record<string, readonly string[]>> {
  const parameters = Object.create(null) as Record<string, string[]>
  for (const [name, value] of pairsOf(query, decode)) (parameters[name] ??= []).push(value)
  return parameters
}

/** The names and values of a query or a form, in order. */
export function* pairsOf(
  query: string,
  decoded: (text: string) => string,
): Generator<readonly [name: string, value: string]> {
  let start = 0
  let equals = query.indexOf("=")
  while (start < query.length) {
    let end = query.indexOf("&", start)
    if (end === -1) end = query.length
    if (end > start) {
      // Searched only after the last match was passed. Otherwise many names without `=` would each scan the whole rest.
      if (equals !== -1 && equals < start) equals = query.indexOf("=", start)
      const hasValue = equals !== -1 && equals < end
      yield [
        decoded(query.slice(start, hasValue ? equals : end)),
        hasValue ? decoded(query.slice(equals + 1, end)) : "",
      ]
    }
    start = end + 1
  }
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text
  return decodeEscapes(spaced) ?? spaced
}
