/** A mail as a server got it. */
export interface ReceivedMail {
  /** The envelope. */
  readonly from: string
  readonly to: readonly string[]
  /** All headers in order, unfolded and not decoded. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string | undefined
  readonly html: string | undefined
  /** Parts that are files, in order: their headers as they are, and their bytes. */
  readonly files: readonly { readonly type: string; readonly disposition: string; readonly bytes: Buffer }[]
  /** The bytes, as Latin-1. */
  readonly source: string
}

/** Reads what was sent after DATA. It is stricter than mail programs: what it does not know is an error. */
export function parseMail(from: string, to: readonly string[], source: string): ReceivedMail {
  const { headers, body } = partOf(source)
  const all = leavesOf({ headers, body })
  const isFile = (part: Part) => part.headers.some(([, value]) => value.startsWith("attachment"))
  const parts = all.filter((part) => !isFile(part))
  const files = all.filter(isFile).map((part) => ({
    type: headerOf(part.headers, "content-type"),
    disposition: headerOf(part.headers, "content-disposition"),
    bytes: Buffer.from(part.body, "base64"),
  }))
  const find = (wanted: string) =>
    parts.find((part) => headerOf(part.headers, "content-type").startsWith(wanted))
  const [text, html] = [find("text/plain"), find("text/html")]
  return { from, to, headers, source, text: text && contentOf(text), html: html && contentOf(html), files }
}

/** The parts of a mail that have no parts. */
function leavesOf(part: Part): readonly Part[] {
  const type = headerOf(part.headers, "content-type")
  const [, boundary] = /^multipart\/(?:alternative|mixed);\s*boundary="([^"]+)"/.exec(type) ?? []
  return boundary === undefined ? [part] : partsOf(part.body, boundary).flatMap(leavesOf)
}

/** The value of a header, decoded; it must be there once. */
export function headerTextOf({ headers }: ReceivedMail, name: string): string {
  return decodeWords(headerOf(headers, name))
}

interface Part {
  readonly headers: ReceivedMail["headers"]
  readonly body: string
}

function partOf(source: string): Part {
  const end = source.indexOf("\r\n\r\n")
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
  const headers = lines.map((line) => {
    const [, name, value] = /^([\w-]+): ?(.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`this is no header: ${JSON.stringify(line)}`)
    return [name, value!] as const
  })
  return { headers, body: source.slice(end + 4) }
}

function partsOf(body: string, boundary: string): readonly Part[] {
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
  if (parts.pop()?.trim() !== "--") throw new Error("the last part has no end")
  return parts.map((part) => partOf(part.replace(/^\r\n/, "")))
}

function headerOf(headers: ReceivedMail["headers"], name: string): string {
  const found = headers.filter(([one]) => one.toLowerCase() === name.toLowerCase())
  if (found.length !== 1) throw new Error(`${found.length} headers have the name ${name}`)
  return found[0]![1]
}

function contentOf({ headers, body }: Part): string {
  const encoding = headerOf(headers, "content-transfer-encoding").toLowerCase()
  if (encoding === "base64") return Buffer.from(body, "base64").toString()
  if (encoding === "quoted-printable") return decodeQuoted(body.replaceAll(/=\r\n/g, ""))
  if (encoding === "7bit") return body
  throw new Error(`the encoding ${encoding} is unknown`)
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, "latin1").toString()
}

/** Encoded words; white space between two of them does not count. Several may share the bytes of one character. */
function decodeWords(text: string): string {
  const joined = text.replaceAll(/(\?=)[ \t]+(?==\?)/g, "$1").replaceAll(/\?==\?utf-8\?Q\?/gi, "")
  return joined.replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === "b"
      ? Buffer.from(word, "base64").toString()
      : decodeQuoted(word.replaceAll("_", " ")),
  )
}
