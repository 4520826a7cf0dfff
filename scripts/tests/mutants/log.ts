import { type Mutant, mutantsOf } from "./mutant.ts"

const log = "packages/trivet/src/log"
const json = [`${log}/json-log.test.ts`]
const terminal = [`${log}/terminal-log.test.ts`]

/** What logs write. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${log}/writable-error.ts`, json, [
    ['  "code",\n', '  "code",\n  "detail" as "code",\n', "A password hash stands in the log."],
  ]),
  ...mutantsOf(`${log}/json-log.ts`, json, [
    [
      "escapeActing(JSON.stringify(record, writableValue))",
      "JSON.stringify(record, writableValue)",
      "A text in the log acts on a terminal.",
    ],
  ]),
  ...mutantsOf(`${log}/terminal-log.ts`, terminal, [
    [
      'escapeActing(text.replaceAll("\\n", "\\\\n"))',
      'text.replaceAll("\\n", "\\\\n")',
      "A text in the log acts on the terminal.",
    ],
  ]),
  ...mutantsOf(
    "packages/trivet/src/platform/log-invalid.ts",
    ["packages/trivet/src/platform/log-invalid.test.ts"],
    [
      ["if (found === undefined) return", "if (found !== undefined) return", "A password stands in the log."],
      ["issues?.slice(0, mostIssues)", "issues?.slice(0)", "A client decides how long a line of the log is."],
    ],
  ),
]
