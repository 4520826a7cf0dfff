import { type Mutant, mutantsOf } from "./mutant.ts"

const log = "packages/trivet/src/log"
const store = "packages/trivet/src/store"
const json = [`${log}/json-log.test.ts`]
const terminal = [`${log}/terminal-log.test.ts`]

/** What logs write, and what a cache keeps apart. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${log}/writable-error.ts`, json, [
    ['  "code",\n', '  "code",\n  "detail" as "code",\n', "A password hash stands in the log."],
    [
      '  "code",\n',
      '  "code",\n  "parameters" as "code",\n',
      "What was sent to the database stands in the log.",
    ],
    [
      "if (error instanceof Fault) return",
      "if (error instanceof Error) return",
      "A password hash stands in the log.",
    ],
    ["value instanceof Error ? writableError(value) : value", "value", "A password hash stands in the log."],
    ["\\u007f-\\u009f", "\\u007f", "A text in the log moves the cursor of a terminal."],
    ["\\u0000-\\u001f\\u007f", "\\u0000-\\u001f\\u0080", "A text in the log acts on a terminal."],
    ["\\u202a-\\u202e", "", "A text in the log turns the reading direction."],
    ["\\u2066-\\u2069", "", "A text in the log turns the reading direction."],
    ["\\u2028\\u2029", "", "A text in the log begins a line."],
  ]),
  ...mutantsOf(`${log}/json-log.ts`, json, [
    [
      "escapeActing(JSON.stringify(record, writableValue))",
      "JSON.stringify(record, writableValue)",
      "A text in the log acts on a terminal.",
    ],
    [
      "return escapeActing(JSON.stringify(line))",
      "return JSON.stringify(line)",
      "A text in the log acts on a terminal.",
    ],
    ["JSON.stringify(record, writableValue)", "JSON.stringify(record)", "A password hash stands in the log."],
  ]),
  ...mutantsOf(`${log}/terminal-log.ts`, terminal, [
    [
      'escapeActing(text.replaceAll("\\n", "\\\\n"))',
      'text.replaceAll("\\n", "\\\\n")',
      "A text in the log acts on the terminal.",
    ],
    [
      'plain(JSON.stringify(value, writableValue) ?? "")',
      'plain(JSON.stringify(value) ?? "")',
      "A password hash stands in the log.",
    ],
    [": plain(JSON.stringify(value))", ": JSON.stringify(value)", "A field of the log acts on the terminal."],
    ["    plain(message),", "    message,", "A message of the log acts on the terminal."],
    ["`${plain(name)}=`", "`${name}=`", "The name of a field acts on the terminal."],
    ['.split("\\n").map(plain)', '.split("\\n")', "The message of an error acts on the terminal."],
  ]),
  ...mutantsOf(
    `${store}/remembering-cache.ts`,
    [`${store}/memory.test.ts`],
    [
      [
        "this.#once(this.#refreshing, key",
        "this.#once(this.#computing, `${key}\\u0000refresh`",
        "The key of one value joins the refresh of another.",
      ],
    ],
  ).map((mutant): Mutant => ({ ...mutant, slow: true })),
  ...mutantsOf(
    "packages/trivet/src/platform/json-failure.ts",
    ["packages/trivet/src/platform/json-failure.test.ts"],
    [
      [
        'if (format === undefined) headers.append("vary", "Accept")',
        "",
        "A cache gives one client's form of an error to another.",
      ],
      ['typeof publicMessage === "string" && ', "", "A message that is not public reaches a client."],
    ],
  ),
  ...mutantsOf(
    "packages/trivet/src/platform/json-failure.ts",
    ["packages/trivet/src/platform/api/api.test.ts"],
    [
      [
        "isFault(error) || error instanceof PublicError ? error.code : undefined",
        "(error as { code?: string }).code",
        "The code of a driver's error reaches a client.",
      ],
    ],
  ),
  ...mutantsOf(
    "packages/trivet/src/platform/log-invalid.ts",
    ["packages/trivet/src/platform/log-invalid.test.ts"],
    [
      ["if (found === undefined) return", "if (found !== undefined) return", "A password stands in the log."],
      ["compared > mostCompared ? [message] : texts", "texts", "A part of a long input stands in the log."],
      ["path.slice(0, longestPath)", "path", "A client decides how long a line of the log is."],
      ["issues?.slice(0, mostIssues)", "issues?.slice(0)", "A client decides how long a line of the log is."],
      ["return rest.length === 0 ? undefined : value", "return undefined", "A password stands in the log."],
    ],
  ),
]
