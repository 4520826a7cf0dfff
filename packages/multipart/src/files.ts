import { findJsonSchema, type SchemaResult } from "trivet/extend"
import { file, type FileOptions, type FileSchema, refusal } from "./file.ts"
import type { UploadedFile } from "./uploaded-file.ts"

/** Options of `fileList()`. Those of `file()` apply to each file. */
export interface FileListOptions extends Omit<FileOptions, "required"> {
  /** The minimum number of files. Default: 0. */
  readonly minCount?: number
  /** The maximum number of files. Default: no limit but `maxFiles` of `multipart()`. */
  readonly maxCount?: number
}

/**
 * Makes the schema of several files of one field, as `<input type="file" multiple>` sends them. No file is an empty
 * list.
 */
export function fileList(options: FileListOptions = {}): FileSchema<UploadedFile[]> {
  const { minCount: min = 0, maxCount: most = Infinity, ...each } = options
  const one = file({ ...each, required: true })
  const jsonSchema = () => ({ type: "array", items: findJsonSchema(one, "input") })
  return {
    required: min > 0,
    "~standard": {
      version: 1,
      vendor: "trivet",
      validate: (value) => validateFiles(value, one, min, most),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  }
}

function validateFiles(
  value: unknown,
  one: FileSchema<UploadedFile>,
  min: number,
  most: number,
): SchemaResult<UploadedFile[]> {
  const given: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  if (given.length < min)
    return refusal(
      min === 1 ? "must be at least one file" : `must be at least ${min} files`,
      `minCount=${min}`,
    )
  if (given.length > most) return refusal(`must be at most ${most} files`, `maxCount=${most}`)
  const results = given.map((each) => one["~standard"].validate(each) as SchemaResult<UploadedFile>)
  return (
    (results.find((result) => result.issues !== undefined) as SchemaResult<never> | undefined) ?? {
      value: given as UploadedFile[],
    }
  )
}
