import { checkOptions } from "trivet/extend"
import type { ByteSize } from "./byte-size.ts"
import { bytesOf } from "./byte-size.ts"

/** Options of `multipart()`. A form over one of these limits is rejected as a whole, with 413. */
export interface MultipartOptions {
  /** The folder of the temporary files. Default: the system's temporary folder. */
  readonly folder?: string
  /** The greatest size of the whole body. Default: 32 MB. */
  readonly total?: ByteSize
  /** The greatest size of one file. Default: 10 MB. A smaller `max` of `file()` is an error of the field instead. */
  readonly fileSize?: ByteSize
  /** The greatest number of files. Default: 10. */
  readonly files?: number
  /** The greatest size of one text field. Default: 1 MB. */
  readonly fieldSize?: ByteSize
  /** The greatest size of all text fields together, with their names. They are kept in memory. Default: 1 MB. */
  readonly textTotal?: ByteSize
  /** The greatest number of text fields. Default: 1,000. */
  readonly fields?: number
  /** The number of header lines of each part that are read. Default: 20. */
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
