import { Fault, type StandardSchema } from "trivet"
import type { SchemaResult } from "trivet/extend"
import { type ByteSize, bytesOf, wordsFor } from "./byte-size.ts"
import { type FileType, fileTypes } from "./file-type.ts"
import type { UploadedFile } from "./uploaded-file.ts"
import { uploads } from "./uploads.ts"

/** Options of `file()`. */
export interface FileOptions {
  /** The allowed types, detected from the first bytes. Default: any. */
  readonly types?: readonly FileType[]
  /**
   * The maximum size. A larger file is an error of the field. Keep it below `maxFileSize` of `multipart()`, which
   * rejects the whole form with 413. Default: no limit.
   */
  readonly maxSize?: ByteSize
  /** Whether the file must be present. Default: false. */
  readonly required?: boolean
}

/** The schema of a file field, made by `file()` or `fileList()`. Pass it to `form()`. */
export interface FileSchema<Output = UploadedFile | undefined> extends StandardSchema<Output, Output> {
  /** Whether a file must be present. */
  readonly required: boolean
}

/** Makes the schema of one file: `file({ types: ["image/png", "image/jpeg"], maxSize: "2 MB" })`. */
export function file(options: FileOptions & { readonly required: true }): FileSchema<UploadedFile>
export function file(options?: FileOptions): FileSchema
export function file({ types, maxSize: max, required = false }: FileOptions = {}): FileSchema {
  const unknown = types?.find((type) => !fileTypes.includes(type))
  if (unknown !== undefined) {
    const reason = `${JSON.stringify(unknown)} cannot be told by first bytes, only ${fileTypes.join(", ")}`
    throw new Fault("OPTION_INVALID", { what: "file()", reason })
  }
  const most = max === undefined ? Infinity : bytesOf(max, "`maxSize` of file()")
  const jsonSchema = () => ({
    type: "string",
    format: "binary",
    ...(types && { contentMediaType: types.join(", ") }),
  })
  return {
    required,
    "~standard": {
      version: 1,
      vendor: "trivet",
      validate: (value) => validateFile(value, types, most, required),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  }
}

function validateFile(
  value: unknown,
  types: readonly FileType[] | undefined,
  most: number,
  required: boolean,
): SchemaResult<UploadedFile | undefined> {
  if (value === undefined) return required ? refusal("is required", "required") : { value: undefined }
  if (Array.isArray(value)) return refusal("must be one file", "file")
  if (!isUpload(value))
    return refusal('must be a file: the form needs `enctype="multipart/form-data"`', "file")
  if (value.size > most) return refusal(`must have at most ${wordsFor(most)}`, `maxSize=${most}`)
  if (types !== undefined && !types.some((type) => type === value.type))
    return refusal(
      `must be ${types
        .map(shortName)
        .join(", ")
        .replace(/, ([^,]+)$/, " or $1")}`,
      `oneof=${types.join("|")}`,
    )
  return { value }
}

function isUpload(value: unknown): value is UploadedFile {
  return typeof value === "object" && value !== null && uploads.has(value)
}

/** A validation error of an upload. */
export function refusal(message: string, code: string): SchemaResult<never> {
  return { issues: [{ message, code }] }
}

function shortName(type: FileType): string {
  return type.slice(type.indexOf("/") + 1).toUpperCase()
}
