/** Limits the work that a client can cause with a long header. Real clients send a few items. */
const mostItems = 50

/**
 * Returns the content encodings that a client prefers to the plain body, or accepts equally, by its `Accept-Encoding`:
 * highest quality first, and in the given order for equal quality.
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

/** A malformed quality counts as 0, because every client accepts the plain body. */
function parseQuality(text: string): number {
  const [, digits] = /^\s*q=([01](?:\.\d*)?)\s*$/.exec(text) ?? []
  return digits === undefined ? 0 : Math.min(1, Number(digits))
}
