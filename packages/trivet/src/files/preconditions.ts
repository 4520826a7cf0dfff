/** The validators of a file. */
export interface Validators {
  readonly etag: string
  /** Milliseconds, rounded to whole seconds. */
  readonly modified: number
}

/** Returns a request header by name; `""` if it is absent. */
type HeaderOf = (name: string) => string

/**
 * Evaluates the conditional headers of a request: 200 to send the file, 304 if the client has it, 412 if it has
 * changed.
 */
export function conditionOf(header: HeaderOf, file: Validators): 200 | 304 | 412 {
  const match = header("if-match")
  if (match !== "") {
    if (!isListed(file.etag, match, true)) return 412
  } else if (isBefore(header("if-unmodified-since"), file.modified)) return 412
  const noneMatch = header("if-none-match")
  if (noneMatch !== "") return isListed(file.etag, noneMatch, false) ? 304 : 200
  const since = Date.parse(header("if-modified-since"))
  return since >= file.modified ? 304 : 200
}

/** Whether a part may be sent: the request has no `If-Range`, or it names this very version. */
export function isSameForRange(header: HeaderOf, { etag, modified }: Validators): boolean {
  const known = header("if-range")
  if (known === "") return true
  // A weak tag only means that two versions are equivalent, so parts of them must not be combined.
  if (etag.startsWith("W/")) return false
  return known.startsWith('"') ? known === etag : Date.parse(known) === modified
}

function isBefore(date: string, modified: number): boolean {
  return date !== "" && Date.parse(date) < modified
}

function isListed(etag: string, list: string, strong: boolean): boolean {
  if (list === etag && !strong) return true
  if (list.trim() === "*") return true
  if (strong && etag.startsWith("W/")) return false
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => (strong ? tag === etag : opaque(tag) === opaque(etag)))
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag
}
