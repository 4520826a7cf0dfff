/** Nobody needs more, and reading ten thousand would be work that a client makes for us. */
const mostItems = 50

/**
 * Of some content encodings, those that a client takes at least as gladly as the plain body, by its `Accept-Encoding`:
 * best first, and in the given order where it does not care.
 */
export function acceptedEncodings<Encoding extends { readonly name: string }>(
  accept: string,
  encodings: readonly Encoding[],
): readonly Encoding[] {
  if (accept === "") return []
  const qualities = new Map<string, number>()
  for (const part of accept.toLowerCase().split(",", mostItems)) {
    const [name = "", quality] = part.split(";", 2)
    qualities.set(name.trim(), quality === undefined ? 1 : parseQuality(quality))
  }
  const any = qualities.get("*") ?? 0
  const plain = qualities.get("identity") ?? 0
  const of = ({ name }: Encoding) =>
    qualities.get(name) ?? (name === "gzip" ? qualities.get("x-gzip") : undefined) ?? any
  return encodings
    .filter((encoding) => of(encoding) > 0 && of(encoding) >= plain)
    .toSorted((one, other) => of(other) - of(one))
}

/** What cannot be read is a no: the plain body is right for everyone. */
function parseQuality(text: string): number {
  const [, digits] = /^\s*q=([01](?:\.\d*)?)\s*$/.exec(text) ?? []
  return digits === undefined ? 0 : Math.min(1, Number(digits))
}
