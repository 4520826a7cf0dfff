import type { Stats } from "node:fs"
import { contentTypeOf } from "./content-types.ts"
import type { Validators } from "./preconditions.ts"

/** What is told of files beside their content. */
export interface DescribeOptions {
  readonly cacheControl?: string
  readonly immutable?: RegExp
  readonly attachment?: boolean
  readonly precompressed?: boolean
  readonly types?: Readonly<Record<string, string>>
}

/** What is told of one file. */
export interface DescribedFile extends Validators {
  readonly type: string
  /** Names and values in turn: those that also stand in a reply without a body, and those that describe one. */
  readonly always: readonly string[]
  readonly withBody: readonly string[]
}

const forever = "public, max-age=31536000, immutable"

/** What to tell of a file that is asked for by `name`; `encoding` where what is sent is its compressed variant. */
export function describeFile(
  name: string,
  stats: Stats,
  encoding: string | undefined,
  options: DescribeOptions,
): DescribedFile {
  const { cacheControl = "no-cache", immutable, attachment, precompressed } = options
  const changed = changedAt(stats)
  const etag = etagOf(stats.size, changed, encoding)
  const modified = Math.floor(Math.min(changed, Date.now()) / 1000) * 1000
  const isImmutable = immutable !== undefined && name.search(immutable) !== -1
  return {
    etag,
    modified,
    type: contentTypeOf(name, options.types),
    always: [
      "etag",
      etag,
      "last-modified",
      new Date(modified).toUTCString(),
      "cache-control",
      isImmutable ? forever : cacheControl,
      ...(precompressed === true ? ["vary", "Accept-Encoding"] : []),
    ],
    withBody: [
      "accept-ranges",
      "bytes",
      "x-content-type-options",
      "nosniff",
      ...(encoding === undefined ? [] : ["content-encoding", encoding]),
      ...(attachment === true ? harmless : []),
    ],
  }
}

/** A page that somebody sent in must not run as one of this site. */
const harmless: readonly string[] = [
  "content-disposition",
  "attachment",
  "content-security-policy",
  "default-src 'none'; sandbox",
]

// Archives and images that are built the same every time carry a date long ago for all of their files.
const believable = Date.UTC(1981)

/** When a file changed. Two versions of the same length and an invented date would look like one. */
export function changedAt({ mtimeMs, ctimeMs }: Stats): number {
  return mtimeMs > believable ? mtimeMs : ctimeMs
}

function etagOf(size: number, changed: number, encoding: string | undefined): string {
  const tag = `"${size.toString(36)}-${Math.round(changed * 1000).toString(36)}${encoding === undefined ? "" : `-${encoding}`}"`
  // A file that has just changed may change again within one tick of the system's clock.
  return Date.now() - changed < 2_000 ? `W/${tag}` : tag
}
