/**
 * The parameters of a query. Every value is a plain text and the first of a repeated name wins: brackets mean nothing.
 * The map has no prototype; a malformed escape stays as it is.
 */
export function parseQuery(query: string): Readonly<Record<string, string>> {
  const parameters = Object.create(null) as Record<string, string>
  let start = 0
  while (start < query.length) {
    let end = query.indexOf("&", start)
    if (end === -1) end = query.length
    if (end > start) readPair(query.slice(start, end), parameters)
    start = end + 1
  }
  return parameters
}

function readPair(pair: string, parameters: Record<string, string>): void {
  const equals = pair.indexOf("=")
  const name = decode(equals === -1 ? pair : pair.slice(0, equals))
  if (!(name in parameters)) parameters[name] = equals === -1 ? "" : decode(pair.slice(equals + 1))
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text
  if (!spaced.includes("%")) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
