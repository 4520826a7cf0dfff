/** The status and the headers of a reply. */
export interface Head {
  readonly status: number
  readonly headers: Headers
}

// Hop-by-hop headers: the simulated connection does not exist.
const hops: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"])

/**
 * Creates a function that receives what Node writes of a reply. It returns the head and the bytes after it, once the
 * head is complete. Informational heads, such as 103, are dropped: a `Response` cannot represent them.
 */
export function createHeadReader(): (bytes: Buffer) => { head: Head; rest: Buffer } | undefined {
  let received: Buffer = Buffer.alloc(0)
  return (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    for (;;) {
      const end = received.indexOf("\r\n\r\n")
      if (end === -1) return undefined
      const [first = "", ...lines] = received.toString("latin1", 0, end).split("\r\n")
      received = received.subarray(end + 4)
      const status = Number(first.split(" ", 2)[1])
      if (status >= 200 || status === 101)
        return { head: { status, headers: headersOfLines(lines) }, rest: received }
    }
  }
}

function headersOfLines(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(":")
    const name = line.slice(0, colon)
    if (!hops.has(name.toLowerCase())) headers.append(name, line.slice(colon + 1).trim())
  }
  return headers
}
