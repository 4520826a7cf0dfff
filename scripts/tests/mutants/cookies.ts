import { type Mutant, mutantsOf } from "./mutant.ts"

const context = "packages/trivet/src/context"

/** Cookies that are set, and the headers of a reply. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${context}/request/cookie.ts`,
    [`${context}/request/cookie.test.ts`],
    [
      ["options.httpOnly ?? true", "options.httpOnly === true", "An injected script reads the session."],
      [
        'options.sameSite ?? "Lax"',
        'options.sameSite ?? "None"',
        "Another site's requests carry the session.",
      ],
      [
        'if (options.secure === true) attributes.push("Secure")\n',
        "\n",
        "The session is sent over an unencrypted connection.",
      ],
      [
        "encodeURIComponent(value.toWellFormed())",
        "value.toWellFormed()",
        "A value adds attributes, such as Domain.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/call.ts`,
    [`${context}/call.test.ts`],
    [
      [
        "this.secure || this.settings.production",
        "this.secure",
        "Behind a proxy that ends TLS, cookies are not Secure.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/reply/reply-headers.ts`,
    [`${context}/reply/reply-headers.test.ts`],
    [
      ["/[^\\t\\x20", "/[^\\t\\n\\x20", "A line feed in a value adds a header line."],
      ["\\x80-\\xff]/", "\\x80-\\uffff]/", "U+560D is written as a carriage return."],
      [
        'new Set(["set-cookie", "vary"])',
        'new Set(["set-cookie"])',
        "A cache gives one user's reply to another.",
      ],
    ],
  ),
]
