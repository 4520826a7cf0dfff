/** A part of a file: its first byte, and how many. */
export interface ByteRange {
  readonly start: number
  readonly length: number
}

/**
 * The part that a `Range` asks for; `undefined` for the whole, which is what several parts, other units and what is
 * malformed get; `null` where the file has no such part.
 */
export function parseRange(range: string, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(range)
  if (match === null || match[0].length === "bytes=-".length) return undefined
  const [, first = "", last = ""] = match
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? null : { start: size - length, length }
  }
  const start = Number(first)
  const end = last === "" ? size - 1 : Number(last)
  if (last !== "" && end < start) return undefined
  return start >= size ? null : { start, length: Math.min(end, size - 1) - start + 1 }
}
