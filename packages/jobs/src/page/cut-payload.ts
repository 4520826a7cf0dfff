/** The most characters of a payload that a page shows. */
const mostCharacters = 20_000

/** A payload as text, cut to what a page can show. */
export function cutPayload(data: unknown): string {
  const text = JSON.stringify(data, null, 2) ?? "null"
  if (text.length <= mostCharacters) return text
  const left = text.length - mostCharacters
  return `${text.slice(0, mostCharacters).toWellFormed()}\n… and ${left.toLocaleString("en")} more characters`
}
