/** A reply as it came over the wire. */
export interface RawReply {
  readonly status: number
  /** Header lines as they came, without their ends. */
  readonly lines: readonly string[]
  readonly body: string
  /** All of it. */
  readonly text: string
  /** How many bytes it took. */
  readonly length: number
}

/** Reads the first reply of some bytes; `undefined` while it is not complete. */
export function parseReply(bytes: Buffer, method: string, closed: boolean): RawReply | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n")
  if (headEnd === -1) return undefined
  const [first = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n")
  const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(first)?.[1] ?? Number.NaN)
  const start = headEnd + 4
  const bodyless = method === "HEAD" || status === 204 || status === 304 || status < 200
  const end = bodyless ? start : endOf(bytes, start, lines, closed)
  if (end === undefined || end > bytes.length) return undefined
  const text = bytes.toString("latin1", 0, end)
  return { status, lines, body: bytes.toString("utf8", start, end), text, length: end }
}

/** The values of a header. */
export function valuesOf({ lines }: RawReply, name: string): string[] {
  const prefix = `${name.toLowerCase()}:`
  return lines
    .filter((line) => line.toLowerCase().startsWith(prefix))
    .map((line) => line.slice(prefix.length).trim())
}

function endOf(bytes: Buffer, start: number, lines: readonly string[], closed: boolean): number | undefined {
  const length = lines
    .map((line) => /^content-length: (\d+)$/i.exec(line)?.[1])
    .find((value) => value !== undefined)
  if (length !== undefined) return start + Number(length)
  if (lines.some((line) => /^transfer-encoding: chunked$/i.test(line))) {
    const last = bytes.indexOf("\r\n0\r\n\r\n", start)
    return last === -1 ? undefined : last + 7
  }
  return closed ? bytes.length : undefined
}
