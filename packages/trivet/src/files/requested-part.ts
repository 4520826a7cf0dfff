import type { Context } from "../context/context.ts"

/** A part of a file: the offset of its first byte, and its length in bytes. */
export interface ByteRange {
  readonly start: number
  readonly length: number
}

/** The validators of a file. */
export interface Validators {
  readonly etag: string
  /** In milliseconds, rounded to whole seconds; left out if the reply has no `Last-Modified`. */
  readonly modified?: number
}

type FileRequest = Pick<Context, "method" | "header">

/**
 * What a request for a file gets: the whole file, a part of it, or a status without a body. Several parts, other units and
 * malformed ranges mean the whole file, so that a request costs at most one reading.
 *
 * @example
 * ```ts
 * import { type Context, Reply } from "trivet"
 * import { requestedPart } from "trivet/extend"
 *
 * const text = "a report that changes with each release"
 *
 * export function report(ctx: Context): Reply {
 *   const part = requestedPart(ctx, { etag: '"1.4.0"' }, text.length)
 *   if (typeof part === "number") return Reply.empty(part)
 *   return part === "whole"
 *     ? Reply.body(200, "text/plain", text)
 *     : Reply.body(206, "text/plain", text.slice(part.start, part.start + part.length))
 * }
 * ```
 */
export function requestedPart(
  request: Pick<Context, "method" | "header">,
  file: Validators,
  size: number,
): ByteRange | "whole" | 304 | 412 | 416 {
  const condition = conditionOf(request, file)
  if (condition !== undefined) return condition
  const range = request.header("range")
  if (range === "" || request.method === "HEAD" || !isSameForRange(request.header("if-range"), file))
    return "whole"
  return partOf(range, size)
}

function conditionOf(request: FileRequest, { etag, modified = NaN }: Validators): 304 | 412 | undefined {
  const match = request.header("if-match")
  if (match !== "") {
    if (!isListed(etag, match, true)) return 412
  } else if (Date.parse(request.header("if-unmodified-since")) < modified) return 412
  const noneMatch = request.header("if-none-match")
  if (noneMatch !== "") return isListed(etag, noneMatch, false) ? 304 : undefined
  return Date.parse(request.header("if-modified-since")) >= modified ? 304 : undefined
}

/** Whether a part may be sent: the request has no `If-Range`, or it names this very version. */
function isSameForRange(known: string, { etag, modified = NaN }: Validators): boolean {
  if (known === "") return true
  // A weak tag only means that two versions are equivalent, so parts of them must not be combined.
  if (etag.startsWith("W/")) return false
  return known.startsWith('"') ? known === etag : Date.parse(known) === modified
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

function partOf(range: string, size: number): ByteRange | "whole" | 416 {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(range)
  if (match === null || match[0].length === "bytes=-".length) return "whole"
  const [, first = "", last = ""] = match
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? 416 : { start: size - length, length }
  }
  const start = Number(first)
  if (last !== "" && Number(last) < start) return "whole"
  if (start >= size) return 416
  return { start, length: Math.min(last === "" ? size : Number(last) + 1, size) - start }
}
