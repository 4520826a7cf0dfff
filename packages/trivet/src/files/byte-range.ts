/** A part of a file: the offset of its first byte, and its length in bytes. */
export interface ByteRange {
  readonly start: number
  readonly length: number
}

/**
 * The part that a `Range` requests; `undefined` for the whole file, also for several parts, other units and malformed
 * values; `null` if the file has no such part.
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
