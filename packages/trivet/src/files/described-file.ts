import type { Stats } from "node:fs"
import { contentTypeOf } from "./content-types.ts"
import type { Validators } from "./requested-part.ts"

/** The options that determine the headers of files. */
export interface DescribeOptions {
  readonly cacheControl?: string
  readonly immutable?: RegExp
  readonly attachment?: boolean
  readonly precompressed?: boolean
  readonly types?: Readonly<Record<string, string>>
}

/** The headers and validators of one file. */
export interface DescribedFile extends Validators {
  readonly type: string
  /** Names and values alternately. `always`: also sent in replies without a body. `withBody`: describe the body. */
  readonly always: readonly string[]
  readonly withBody: readonly string[]
}

const forever = "public, max-age=31536000, immutable"

/** Describes a file that is requested as `name`. `encoding` is set if its compressed variant is sent. */
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

/** Prevents that an uploaded page runs scripts in the origin of this site. */
const harmless: readonly string[] = [
  "content-disposition",
  "attachment",
  "content-security-policy",
  "default-src 'none'; sandbox",
]

// Reproducible archives and container images have an old fixed date for all of their files.
const believable = Date.UTC(1981)

/**
 * When a file changed. If the modification date is a fixed one, two versions of the same length would look equal, so
 * the change date is used.
 */
export function changedAt({ mtimeMs, ctimeMs }: Stats): number {
  return mtimeMs > believable ? mtimeMs : ctimeMs
}

function etagOf(size: number, changed: number, encoding: string | undefined): string {
  const tag = `"${size.toString(36)}-${Math.round(changed * 1000).toString(36)}${encoding === undefined ? "" : `-${encoding}`}"`
  // A file that was just changed may change again within one tick of the system's clock, so its tag is weak.
  return Date.now() - changed < 2_000 ? `W/${tag}` : tag
}
