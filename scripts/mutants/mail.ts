import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/mail/src"
const injection = ["packages/mail/tests/attacks/injection.test.ts"]
const failures = ["packages/mail/tests/smtp/failures.test.ts"]

/** That no text adds a header or a recipient, that nothing is sent to a server nobody trusts, and what is sent again. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/check-line.ts`, injection, [
    ["if (control !== undefined)", "if (false)", "A subject adds a header and a recipient."],
    ["if (/=\\?[\\w-]+\\?[bq]\\?/i.test(text))", "if (false)", "An encoded word becomes several lines."],
  ]),
  ...mutantsOf(`${source}/parse-address.ts`, injection, [
    ["if (!localPart.test(local))", "if (false)", "An address contains a command of SMTP."],
    [
      "if (lower !== domain && lower",
      "if (false && lower",
      "A mail goes to another domain than was checked.",
    ],
    [
      "const shown = checkLine(`the name in ${field}`, name)",
      "const shown = name",
      "A name adds a recipient.",
    ],
  ]),
  ...mutantsOf(`${source}/check-headers.ts`, injection, [
    [
      "if (taken.has(lower) || takenGroups.test(lower))",
      "if (taken.has(lower))",
      "A header changes the type of the content.",
    ],
    ["return checkLine(`the header ${name}`, value)", "return value", "A header's value adds a header."],
  ]),
  ...mutantsOf(`${source}/smtp-mailer.ts`, failures, [
    [
      `requireTLS: tls === "required"`,
      "requireTLS: false",
      "Who sits between gets the password, by removing STARTTLS.",
    ],
  ]),
  ...mutantsOf(
    `${source}/mail-jobs.ts`,
    [`${source}/mail-jobs.test.ts`],
    [
      [
        "const message = await this.#mailer.message(mailOf(await ctx.bind())).catch(endJob)",
        "const message = { ...(await ctx.bind()), headers: {} } as unknown as MailMessage",
        "A payload that was written by hand adds a recipient.",
      ],
      [
        "throw isRejected(error) ? permanent(error) : error",
        "throw error",
        "A rejected mail is sent 10 times.",
      ],
      [
        "deliver({ ...message, id }, ctx)",
        "deliver(message, ctx)",
        "A mail that was sent twice looks like two mails.",
      ],
    ],
  ),
]
