import type { InputOf, OutputOf, StandardSchema } from "trivet"
import { findJsonSchema, type SchemaIssue, type SchemaResult } from "trivet/extend"
import { type FileSchema, refusal } from "./file.ts"

/** The file fields of a form, by name. */
export type FormFiles = Readonly<Record<string, FileSchema<unknown>>>

type OptionalIn<Files extends FormFiles, Field extends keyof Files = keyof Files> = Field extends unknown
  ? undefined extends OutputOf<Files[Field]>
    ? Field
    : never
  : never

type FilesOf<Files extends FormFiles> = {
  [Field in Exclude<keyof Files, OptionalIn<Files>>]: OutputOf<Files[Field]>
} & { [Field in OptionalIn<Files>]?: OutputOf<Files[Field]> }

type Simplify<Type> = { [Key in keyof Type]: Type[Key] } & {}

/** A schema made by `form()`. */
export interface FormSchema<Texts extends StandardSchema, Files extends FormFiles> extends StandardSchema<
  Simplify<InputOf<Texts> & FilesOf<Files>>,
  Simplify<OutputOf<Texts> & FilesOf<Files>>
> {
  /** The file fields. */
  readonly files: Files
}

/**
 * Makes the schema of a form with files:
 * `form(CreatePostDTO, { picture: file({ types: ["image/png"], maxSize: "2 MB" }) })`. The schema of the text fields
 * may be of any library. Files of other fields are skipped.
 */
export function form<Texts extends StandardSchema, const Files extends FormFiles>(
  texts: Texts,
  files: Files,
): FormSchema<Texts, Files> {
  return {
    files,
    "~standard": {
      version: 1,
      vendor: "trivet",
      validate: (value) => validateForm(texts, files, value) as never,
      jsonSchema: {
        input: () => jsonSchemaOf(texts, files, "input"),
        output: () => jsonSchemaOf(texts, files, "output"),
      },
    },
  }
}

type Result = SchemaResult<Record<string, unknown>>

function validateForm(texts: StandardSchema, files: FormFiles, value: unknown): Result | Promise<Result> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refusal("must be an object", "object")
  const given = value as Record<string, unknown>
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(files, name)))
  const result = texts["~standard"].validate(rest) as Result | Promise<Result>
  const checked = checkFiles(files, given)
  return result instanceof Promise ? result.then((later) => join(later, checked)) : join(result, checked)
}

interface Checked {
  readonly values: Record<string, unknown>
  readonly issues: readonly SchemaIssue[]
}

function checkFiles(files: FormFiles, given: Readonly<Record<string, unknown>>): Checked {
  const values: Record<string, unknown> = {}
  const issues: SchemaIssue[] = []
  for (const [name, schema] of Object.entries(files)) {
    const field = Object.hasOwn(given, name) ? given[name] : undefined
    const result = schema["~standard"].validate(field) as SchemaResult<unknown>
    if (result.issues !== undefined)
      issues.push(...result.issues.map((issue) => ({ ...issue, path: [name] })))
    else if (result.value !== undefined) values[name] = result.value
  }
  return { values, issues }
}

function join(texts: Result, files: Checked): Result {
  const issues = [...(texts.issues ?? []), ...files.issues]
  return texts.issues === undefined && issues.length === 0
    ? { value: { ...texts.value, ...files.values } }
    : { issues }
}

function jsonSchemaOf(
  texts: StandardSchema,
  files: FormFiles,
  side: "input" | "output",
): Record<string, unknown> {
  const required = Object.keys(files).filter((name) => files[name]!.required)
  const own = {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(files).map(([name, schema]) => [name, findJsonSchema(schema, side)]),
    ),
    ...(required.length > 0 && { required }),
  }
  const base = findJsonSchema(texts, side)
  // A schema without JSON Schema may accept any text fields.
  return base === undefined ? { ...own, additionalProperties: true } : { allOf: [base, own] }
}
