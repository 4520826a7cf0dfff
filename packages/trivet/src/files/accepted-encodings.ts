/** A way in which a file may be compressed beside itself. */
export interface Encoding {
  readonly name: string
  /** How the compressed file's name ends. */
  readonly ending: string
}

// The smallest first.
const encodings: readonly Encoding[] = [
  { name: "br", ending: ".br" },
  { name: "zstd", ending: ".zst" },
  { name: "gzip", ending: ".gz" },
]

/** The encodings that a client takes at least as gladly as the plain file, best first. */
export function acceptedEncodings(accept: string): readonly Encoding[] {
  if (accept === "") return []
  const qualities = new Map<string, number>()
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", quality] = part.split(";")
    const q = quality === undefined ? 1 : Number(/^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? 0)
    qualities.set(name.trim(), q)
  }
  const any = qualities.get("*") ?? 0
  const plain = qualities.get("identity") ?? 0
  const of = ({ name }: Encoding) =>
    qualities.get(name) ?? (name === "gzip" ? qualities.get("x-gzip") : undefined) ?? any
  return encodings
    .filter((encoding) => of(encoding) > 0 && of(encoding) >= plain)
    .toSorted((one, other) => of(other) - of(one))
}
