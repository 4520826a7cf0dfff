import { type Mutant, mutantsOf } from "./mutant.ts"

const schema = "packages/trivet/src/schema"
const tests = ["dto", "dto-nested", "dto-values"].map((name) => `${schema}/dto/${name}.test.ts`)

/** What a DTO takes. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${schema}/dto/field-rule.ts`, tests, [
    ["longestText = 10_000", "longestText = 10_000_000", "A text without `max` has any length."],
    ["rule.line && lineFlaw.test(value)", "false", "A name holds line ends and controls."],
    ["choices.includes(value as FieldValue)", "true", "A field holds what its choices do not list."],
  ]),
  ...mutantsOf(`${schema}/dto/dto.ts`, tests, [
    ['if (name === "__proto__")', 'if (name === "")', "A body sets a prototype."],
  ]),
  ...mutantsOf(`${schema}/dto/take-value.ts`, tests, [
    [
      "for (const issue of result.issues) issues.push({ ...issue, path: [step, ...(issue.path ?? [])] })",
      "",
      "A nested object has no rules.",
    ],
  ]),
  ...mutantsOf(`${schema}/dto/text-formats.ts`, tests, [
    ["${unfitForLine}]+", "]+", "An e-mail address contains control characters."],
  ]),
  ...mutantsOf(
    `${schema}/dto/text-formats.ts`,
    [`${schema}/dto/text-formats.test.ts`],
    [["/^https?:\\/\\/\\S+$/i.test(text) && ", "", "A link to `javascript:` runs code."]],
  ),
]
