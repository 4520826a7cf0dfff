import { checkOptions } from "trivet/extend"
import type { ByteSize } from "./byte-size.ts"
import { bytesOf } from "./byte-size.ts"

/** Options of `multipart()`. A form over one of these limits is rejected as a whole, with 413. */
export interface MultipartOptions {
  /** The folder of the temporary files. Default: the system's temporary folder. */
  readonly folder?: string
  /** The maximum size of the whole body. Default: 32 MB. */
  readonly maxTotal?: ByteSize
  /** The maximum size of one file. Default: 10 MB. A smaller `maxSize` of `file()` is an error of the field instead. */
  readonly maxFileSize?: ByteSize
  /** The maximum number of files. Default: 10. */
  readonly maxFiles?: number
  /** The maximum size of one text field. Default: 1 MB. */
  readonly maxFieldSize?: ByteSize
  /** The maximum size of all text fields together, with their names. They are kept in memory. Default: 1 MB. */
  readonly maxText?: ByteSize
  /** The maximum number of text fields. Default: 1,000. */
  readonly maxFields?: number
  /** The number of header lines of each part that are read. Default: 20. */
  readonly maxHeaderPairs?: number
}

/** The limits in bytes and counts. */
export interface Limits {
  readonly maxTotal: number
  readonly maxFileSize: number
  readonly maxFiles: number
  readonly maxFieldSize: number
  readonly maxText: number
  readonly maxFields: number
  readonly maxHeaderPairs: number
}

/** The limits of a reader. */
export function limitsOf(options: MultipartOptions): Limits {
  const limits: Limits = {
    maxTotal: bytesOf(options.maxTotal ?? "32 MB", "`maxTotal` of multipart()"),
    maxFileSize: bytesOf(options.maxFileSize ?? "10 MB", "`maxFileSize` of multipart()"),
    maxFiles: options.maxFiles ?? 10,
    maxFieldSize: bytesOf(options.maxFieldSize ?? "1 MB", "`maxFieldSize` of multipart()"),
    maxText: bytesOf(options.maxText ?? "1 MB", "`maxText` of multipart()"),
    maxFields: options.maxFields ?? 1_000,
    maxHeaderPairs: options.maxHeaderPairs ?? 20,
  }
  checkOptions(options, { folder: true, ...limits }, "multipart()")
  return limits
}
