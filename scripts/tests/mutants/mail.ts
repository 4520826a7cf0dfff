import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/mail/src"
const injection = ["packages/mail/tests/attacks/injection.test.ts"]
const failures = ["packages/mail/tests/smtp/failures.test.ts"]

/** No text can add a header or a recipient, and nothing is sent to an untrusted server. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/message/check-line.ts`, injection, [
    ["if (control !== undefined)", "if (false)", "A subject adds a header and a recipient."],
  ]),
  ...mutantsOf(`${source}/message/parse-address.ts`, injection, [
    ["if (!localPart.test(local))", "if (false)", "An address contains a command of SMTP."],
  ]),
  ...mutantsOf(`${source}/smtp/smtp-mailer.ts`, failures, [
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
        "const message = await this.#mailer.message(mail).catch(endJob)",
        "const message = { ...mail, headers: {} } as unknown as MailMessage",
        "A payload that was written by hand adds a recipient.",
      ],
    ],
  ),
]
