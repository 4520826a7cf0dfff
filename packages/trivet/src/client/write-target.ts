import { ClientError } from "./client-error.ts"

/** Writes a value as the text that the server converts back. `place` names it in errors: `query.limit`. */
export function writeText(title: string, place: string, value: unknown): string {
  // A lone surrogate cannot be encoded.
  if (typeof value === "string" && value.isWellFormed()) return value
  const text = String(value)
  // The server accepts neither exponents nor `NaN`.
  if (typeof value === "boolean" || (typeof value === "number" && /^-?[\d.]+$/.test(text))) return text
  return refuse(title, place, value)
}

/** Writes a query with its question mark. A list becomes a repeated name; `undefined` is omitted. */
export function writeQuery(title: string, query: object): string {
  let text = ""
  for (const [name, given] of Object.entries(query)) {
    for (const value of Array.isArray(given) ? (given as unknown[]) : [given]) {
      if (value === undefined) continue
      const written = encodeURIComponent(writeText(title, `query.${name}`, value))
      text += `${text === "" ? "?" : "&"}${encodeURIComponent(name)}=${written}`
    }
  }
  return text
}

/** Writes a parameter of a path. A wildcard keeps its slashes. */
export function writeParameter(title: string, name: string, value: unknown): string {
  const text = writeText(title, `params.${name}`, value)
  const isRest = name === "*"
  // URL parsers resolve dot segments, even escaped ones: the request would reach another path.
  const isLost = (isRest ? /(?:^|\/)\.\.?(?:$|\/)/ : /^\.{0,2}$/).test(text)
  if (isLost) refuse(title, `params.${name}`, value)
  return isRest ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text)
}

/** Throws the error for a value that cannot be sent. */
export function refuse(title: string, place: string, value: unknown): never {
  const found = typeof value === "number" ? value : value === undefined ? "missing" : `this ${typeof value}`
  throw new ClientError(
    "REQUEST",
    title,
    `${title} was not sent: \`${place}\` cannot be ${found}. Use a text, a boolean or a number without exponent; as a parameter not "", "." or "..".`,
  )
}
