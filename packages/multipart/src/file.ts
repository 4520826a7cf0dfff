import { Fault, type SchemaResult, type StandardSchema } from "trivet"
import { type ByteSize, bytesOf, wordsFor } from "./byte-size.ts"
import { type FileType, fileTypes } from "./file-type.ts"
import { UploadedFile } from "./uploaded-file.ts"

/** What a file must be. */
export interface FileOptions {
  /** What it may be, by its first bytes; anything unless given. */
  readonly types?: readonly FileType[]
  /** The most bytes; beyond `multipart()`'s own limit the whole form is refused. */
  readonly max?: ByteSize
  /** Whether it must be there: not unless asked for. */
  readonly required?: boolean
}

/** The schema of one file of a form. `form()` joins it to the schema of the texts. */
export interface FileSchema<Output = UploadedFile | undefined> extends StandardSchema<Output, Output> {
  readonly required: boolean
}

/** The schema of a file: `file({ types: ["image/png", "image/jpeg"], max: "2 MB" })`. */
export function file(options: FileOptions & { readonly required: true }): FileSchema<UploadedFile>
export function file(options?: FileOptions): FileSchema
export function file({ types, max, required = false }: FileOptions = {}): FileSchema {
  const unknown = types?.find((type) => !fileTypes.includes(type))
  if (unknown !== undefined) {
    const reason = `${JSON.stringify(unknown)} cannot be told by first bytes, only ${fileTypes.join(", ")}`
    throw new Fault("OPTION_INVALID", { what: "file()", reason })
  }
  const most = max === undefined ? Infinity : bytesOf(max, "`max` of file()")
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
      validate: (value) => validate(value, types, most, required),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  }
}

function validate(
  value: unknown,
  types: readonly FileType[] | undefined,
  most: number,
  required: boolean,
): SchemaResult<UploadedFile | undefined> {
  if (value === undefined) return required ? refusal("is required") : { value: undefined }
  if (Array.isArray(value)) return refusal("must be one file")
  if (!(value instanceof UploadedFile))
    return refusal('must be a file: the form needs `enctype="multipart/form-data"`')
  if (value.size > most) return refusal(`must have at most ${wordsFor(most)}`)
  if (types !== undefined && !types.some((type) => type === value.type))
    return refusal(
      `must be ${types
        .map(shortName)
        .join(", ")
        .replace(/, ([^,]+)$/, " or $1")}`,
    )
  return { value }
}

function refusal(message: string): SchemaResult<never> {
  return { issues: [{ message }] }
}

function shortName(type: FileType): string {
  return type.slice(type.indexOf("/") + 1).toUpperCase()
}
