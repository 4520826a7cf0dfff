import type { InputOf, OutputOf, StandardSchema } from "../standard-schema.ts"

/** A schema made by `dto()`. Fields with a default may be absent in `Input` and are present in `Output`. */
export interface Dto<Output, Input = Output> extends StandardSchema<Input, Output> {
  /** The fields as they were declared. */
  readonly fields: DtoFields
}

/** A schema made by `list()`. */
export interface DtoList<Output, Input = Output> extends StandardSchema<Input[], Output[]> {
  /** Each item: its schema, or its tags. */
  readonly item: Dto<Output, Input> | Pattern | string
}

/** A text that must match an expression, made by `pattern()`. */
export interface Pattern {
  /** The expression. */
  readonly form: RegExp
  /** The maximum number of characters. */
  readonly max: number
}

/** A field that may be absent, made by `optional()`. */
export interface Optional<Schema> {
  /** The schema of the value, if it is present. */
  readonly optional: Schema
}

/** A field that is not written as tags. */
export type DtoPart = Dto<unknown> | DtoList<unknown> | Pattern

/**
 * The fields of a DTO. Each is a text of tags, separated by commas, or a `dto()`, a `list()`, a `pattern()`, or one of
 * these in `optional()`. `""` is an optional text. What follows a semicolon describes the field:
 * `"required; The title"`.
 */
export type DtoFields = { readonly [field: string]: string | DtoPart | Optional<DtoPart> }

type Trim<Text extends string> = Text extends ` ${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} `
    ? Trim<Rest>
    : Text

type TagsIn<Text extends string> = Text extends `${infer First},${infer Rest}`
  ? Trim<First> | TagsIn<Rest>
  : Trim<Text>

/** The tags of a field without its description; `never` if its value is a schema. */
type TagsOf<Field> = Field extends `${infer Tags};${string}`
  ? TagsIn<Tags>
  : Field extends string
    ? TagsIn<Field>
    : never

type DefaultTag = `default=${string}`

type Tag =
  | ""
  | "required"
  | "email"
  | "uuid"
  | "url"
  | "date"
  | "line"
  | "number"
  | "integer"
  | "boolean"
  | `min=${number}`
  | `max=${number}`
  | `oneof=${string}`
  | DefaultTag

/** The fields themselves, or for one with an unknown tag, the message that the compiler shows. */
// All fields are checked at once first. Only if that fails are they checked separately, so that the message is at its
// field.
export type CheckedFields<Fields extends DtoFields> = [TagsOf<Fields[keyof Fields]>] extends [Tag]
  ? Fields
  : {
      readonly [Field in keyof Fields]: [TagsOf<Fields[Field]>] extends [Tag]
        ? Fields[Field]
        : `unknown tag: ${Exclude<TagsOf<Fields[Field]>, Tag>}`
    }

/** The tags of a list's items, or the message that the compiler shows. */
export type CheckedTags<Tags extends string> = [TagsOf<Tags>] extends [Tag]
  ? Tags
  : `unknown tag: ${Exclude<TagsOf<Tags>, Tag>}`

type ChoicesIn<Text extends string> = Text extends `${infer First}|${infer Rest}`
  ? Trim<First> | ChoicesIn<Rest>
  : Trim<Text>

type ChoiceOf<Tags extends string> = Tags extends `oneof=${infer Text}` ? ChoicesIn<Text> : never

type TextOf<Choice> = [Choice] extends [never] ? string : Choice

type NumberOf<Choice> = [Choice] extends [never]
  ? number
  : Choice extends `${infer Value extends number}`
    ? Value
    : never

type ValueOf<Tags extends string> = "boolean" extends Tags
  ? boolean
  : "number" extends Tags
    ? NumberOf<ChoiceOf<Tags>>
    : "integer" extends Tags
      ? NumberOf<ChoiceOf<Tags>>
      : TextOf<ChoiceOf<Tags>>

/** The type of the value of a field. */
export type OutputOfField<Field> = Field extends string
  ? ValueOf<TagsOf<Field>>
  : Field extends Optional<infer Schema>
    ? OutputOfPart<Schema>
    : OutputOfPart<Field>

type OutputOfPart<Part> = Part extends Pattern ? string : OutputOf<Part>

type InputOfField<Field> = Field extends string
  ? ValueOf<TagsOf<Field>>
  : Field extends Optional<infer Schema>
    ? InputOfPart<Schema>
    : InputOfPart<Field>

type InputOfPart<Part> = Part extends Pattern ? string : InputOf<Part>

type Simplify<Type> = { [Key in keyof Type]: Type[Key] } & {}

// Unions of keys instead of `as` in the mapped types below, for which the compiler would compute each field twice.
type PresentIn<Fields extends DtoFields, Field extends keyof Fields = keyof Fields> = Field extends unknown
  ? Fields[Field] extends string
    ? [Extract<TagsOf<Fields[Field]>, "required" | DefaultTag>] extends [never]
      ? never
      : Field
    : Fields[Field] extends Optional<unknown>
      ? never
      : Field
  : never

type DefaultedIn<Fields extends DtoFields, Field extends keyof Fields = keyof Fields> = Field extends unknown
  ? [Extract<TagsOf<Fields[Field]>, DefaultTag>] extends [never]
    ? never
    : Field
  : never

type DemandedIn<Fields extends DtoFields> = Exclude<PresentIn<Fields>, DefaultedIn<Fields>>

/** The type of the objects that a DTO returns. A field that is neither `required` nor has a default may be absent. */
export type DtoOutput<Fields extends DtoFields> = Simplify<
  { [Field in PresentIn<Fields>]: OutputOfField<Fields[Field]> } & {
    [Field in Exclude<keyof Fields, PresentIn<Fields>>]?: OutputOfField<Fields[Field]>
  }
>

type SplitInput<Fields extends DtoFields> = Simplify<
  { [Field in DemandedIn<Fields>]: InputOfField<Fields[Field]> } & {
    [Field in Exclude<keyof Fields, DemandedIn<Fields>>]?: InputOfField<Fields[Field]>
  }
>

/** Whether input and output have the same type: no default and nothing nested. */
type HasOneSide<Field> = [Field] extends [string]
  ? [Extract<TagsOf<Field>, DefaultTag>] extends [never]
    ? true
    : false
  : false

/** The type of the objects that a DTO accepts. A field that has a default may be absent. */
// The output type is reused if possible, so that the compiler computes only one type.
export type DtoInput<Fields extends DtoFields> =
  HasOneSide<Fields[keyof Fields]> extends true ? DtoOutput<Fields> : SplitInput<Fields>
