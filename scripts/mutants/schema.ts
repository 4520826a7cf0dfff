import { type Mutant, mutantsOf } from "./mutant.ts"

const schema = "packages/trivet/src/schema"
const tests = ["dto", "dto-nested", "dto-values"].map((name) => `${schema}/${name}.test.ts`)

/** What a DTO takes. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${schema}/field-rule.ts`, tests, [
    ["rule.max !== undefined && !hasAtMost(value, rule.max)", "false", "A text of any length is stored."],
    ["longestText = 10_000", "longestText = 10_000_000", "A text without `max` has any length."],
    ["longestEmail = 254", "longestEmail = 2_540", "An address of any length is stored."],
    [
      "text.length <= count * 2 && ",
      "text.length <= 1 && ",
      "A text of two code units a character is cut short.",
    ],
    ["!hasAtLeast(text, count + 1)", "!hasAtLeast(text, count + 2)", "A text has one character too many."],
    ["rule.max !== undefined && value > rule.max ?", "false ?", "A number has no maximum."],
    ["rule.min !== undefined && value < rule.min)", "false)", "A number has no minimum."],
    [
      "rule.min !== undefined && !hasAtLeast(value, rule.min)",
      "false",
      "A password of one character is taken.",
    ],
    ["rule.line && lineFlaw.test(value)", "false", "A name holds line ends and controls."],
    ["\\\\u007f-\\\\u009f", "\\\\u007f", "A name holds controls of the second set."],
    ["\\\\u202a-\\\\u202e", "\\\\u202a", "A name turns the reading direction."],
    ["\\\\u2066-\\\\u2069", "", "A name turns the reading direction."],
    [
      "if (code > 0x7f && lineFlaw.test(text[at]!)) return false",
      "",
      "An e-mail address turns the reading direction.",
    ],
    ["code <= 0x20 || code === 0x7f || ", "code === 0x7f || ", "An e-mail address holds a line end."],
    ['value.includes("\\0") || ', "", "NUL reaches the database."],
    [" || !value.isWellFormed()", "", "Half a character reaches the database."],
    [
      'if (value === "") return rule.required ? "is required" : undefined',
      'if (value === "") return undefined',
      "A required text is empty.",
    ],
    ["rule.choices.includes(value as FieldValue)", "true", "A field holds what its choices do not list."],
    ["!Number.isSafeInteger(value)", "false", "A fraction passes for an integer."],
    ["|| !Number.isFinite(value)", "", "A number is infinite."],
    ["at > 0 && at <= 64", "at > 0", "A local part has any length."],
    [
      'if (typeof value !== "string") return "must be a text"',
      'if (typeof value !== "string") return undefined',
      "An object passes for a text.",
    ],
  ]),
  ...mutantsOf(`${schema}/parse-field.ts`, tests, [
    ["rule.max ?? longestText", "rule.max ?? Infinity", "A text without `max` has any length."],
    [
      'else if (tag !== "") throw placed(new Fault("TAG_UNKNOWN", { tag, field: rule.name }))',
      "",
      "A misspelt rule is no rule.",
    ],
    ["rule[tag] = true", 'rule[tag] = tag !== "required"', "A required field is absent."],
    ["rule[tag] = true", 'rule[tag] = tag !== "line"', "A name holds line ends and controls."],
    ["rule.required = optional === undefined", "", "A required object is absent."],
    ['schema["~standard"]?.vendor !== "trivet"', "false", "A nested value is taken before it is validated."],
  ]),
  ...mutantsOf(`${schema}/dto.ts`, tests, [
    [
      "Object.hasOwn(value, rule.name) ? (value as Record<string, unknown>)[rule.name] : undefined",
      "(value as Record<string, unknown>)[rule.name]",
      "A field is found on a prototype.",
    ],
    ['if (name === "__proto__")', 'if (name === "")', "A body sets a prototype."],
    [
      'if (rule.required) (issues ??= []).push({ message: "is required", path: [rule.name] })',
      "if (false) {}",
      "A required field is absent.",
    ],
    [
      "if (result.issues === undefined) define(output, rule.name, result.value)",
      "if (true) {}",
      "A nested object has no rules.",
    ],
    [" || Array.isArray(value))", ")", "A list passes for an object."],
  ]),
  ...mutantsOf(`${schema}/field-property.ts`, tests, [
    ["maxLength: max,", "", "Clients are not told of the maximum."],
  ]),
]
