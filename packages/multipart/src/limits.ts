import { checkOptions } from "trivet"
import type { ByteSize } from "./byte-size.ts"
import { bytesOf } from "./byte-size.ts"

/** How much a form may bring. What is over a limit is refused as a whole, with 413. */
export interface MultipartOptions {
  /** Where files lie until their call is over: the system's folder for temporary files unless given. */
  readonly folder?: string
  /** The most bytes of all, framing included: 32 MB unless given. */
  readonly total?: ByteSize
  /** The most bytes of a file: 10 MB unless given. A smaller `max` of `file()` is a field's error and no refusal. */
  readonly fileSize?: ByteSize
  /** The most files: 10 unless given. */
  readonly files?: number
  /** The most bytes of a text: 1 MB unless given. */
  readonly fieldSize?: ByteSize
  /** The most bytes of all texts together, their names included: 1 MB unless given. Texts are kept in memory. */
  readonly textTotal?: ByteSize
  /** The most texts: 1,000 unless given. */
  readonly fields?: number
  /** The most header lines of a part that are read: 20 unless given. */
  readonly headerPairs?: number
}

/** The limits as numbers. */
export interface Limits {
  readonly total: number
  readonly fileSize: number
  readonly files: number
  readonly fieldSize: number
  readonly textTotal: number
  readonly fields: number
  readonly headerPairs: number
}

/** The limits of a reader. */
export function limitsOf(options: MultipartOptions): Limits {
  const limits: Limits = {
    total: bytesOf(options.total ?? "32 MB", "`total` of multipart()"),
    fileSize: bytesOf(options.fileSize ?? "10 MB", "`fileSize` of multipart()"),
    files: options.files ?? 10,
    fieldSize: bytesOf(options.fieldSize ?? "1 MB", "`fieldSize` of multipart()"),
    textTotal: bytesOf(options.textTotal ?? "1 MB", "`textTotal` of multipart()"),
    fields: options.fields ?? 1_000,
    headerPairs: options.headerPairs ?? 20,
  }
  checkOptions(options, { folder: true, ...limits }, "multipart()")
  return limits
}
