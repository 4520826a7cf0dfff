import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/auth/src"
const limit = "packages/limit/src"
const every = "packages/tool/templates/accounts/every/src/accounts"
const web = "packages/tool/templates/accounts/web/src/accounts"
const organisations = "packages/tool/templates/organisations"
const generated = ["packages/tool/src/accounts/accounts.test.ts"]
const generatedOrganisations = ["packages/tool/src/accounts/organisations.test.ts"]
const newPassword = ["packages/tool/tests/accounts/new-password.test.ts"]
const timing = ["packages/tool/tests/accounts/enumeration.test.ts"]
const oneUse = ["packages/auth/tests/one-time/one-time-tokens.test.ts"]

/** Accounts: one-time tokens, the list of sessions, security events, limits of mails, and changes of the password. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/tokens/one-time-tokens.ts`, oneUse, [
    [
      "await this.#store.take(own)",
      "await this.#store.get(own)",
      "A token from a mail works until it expires, for everybody who reads the mail.",
    ],
    [
      "last === own && !isOver",
      "!isOver",
      "An older link works beside the newer one, and after it was ended.",
    ],
    ["last === own && !isOver", "last === own", "A link of the old password works after a new one."],
    [
      "JSON.stringify([purpose, token])",
      "JSON.stringify([token])",
      "A link that verifies an address resets the password.",
    ],
    [
      "`one-time:${digest(JSON.stringify([purpose, token]))}`",
      "`one-time:${JSON.stringify([purpose, token])}`",
      "Whoever reads the store can reset passwords.",
    ],
  ]),
  ...mutantsOf(
    `${source}/sessions/session-list.ts`,
    [`${source}/sessions/session-list.test.ts`],
    [
      [
        "`session-of:${userId}:${generation}:${slot}`",
        "`session-of:${generation}:${slot}`",
        "A user ends the sessions of others.",
      ],
      [
        "`session-of:${userId}:${generation}:${slot}`",
        "`session-of:${userId}:${slot}`",
        "Sessions that have ended are listed, and hide those that have not.",
      ],
    ],
  ),
  ...mutantsOf(
    `${source}/security-events.ts`,
    [`${source}/security-events.test.ts`],
    [
      [
        "this.#log.info(Object.fromEntries(known), ",
        "this.#log.info(event, ",
        "E-mail addresses and tokens are written to the log.",
      ],
    ],
  ),
  ...mutantsOf(
    `${limit}/account-limit.ts`,
    [`${limit}/account-limit.test.ts`],
    [["      [this.#account, account],\n", "", "A mailbox is flooded from many networks."]],
  ),
  ...[
    ...mutantsOf(`${every}/password-service.ts`, generated, [
      [
        "const generation = await this.#revocations.revokeUser(id)",
        "const generation = await this.#revocations.generationOf(id)",
        "A thief stays signed in after the owner has reset the password.",
      ],
      [
        'user !== undefined && user.email === taken?.data["email"]',
        "user !== undefined",
        "A mail in the old mailbox opens the account after the address was changed.",
      ],
    ]),
    ...mutantsOf(`${every}/password-service.ts`, generated, [
      [
        "|| !(await this.#own.isCurrent({ ...user, password: hash })))",
        ")",
        "A thief whose change is overtaken by the owner's reset gets a session.",
      ],
    ]),
    ...mutantsOf(`${every}/email-service.ts`, newPassword, [
      [
        "    const generation = await this.#revocations.generationOf(userId)\n    const user = await this.#own.check(userId, given.password, client)\n",
        "    const user = await this.#own.check(userId, given.password, client)\n    const generation = await this.#revocations.generationOf(userId)\n",
        "A thief takes the account to another address with a link that was asked for during the change of the password.",
      ],
    ]),
    ...mutantsOf(`${every}/accounts-store.ts`, newPassword, [
      [
        '.where(unchanged, "=", user[unchanged])',
        "",
        "Of two changes of a password the later wins, and the owner believes in the other.",
      ],
    ]),
    ...mutantsOf(`${every}/accounts-store.ts`, generated, [
      [
        '.where("id", "=", id).where("password", "=", password)',
        '.where("id", "=", id)',
        "A thief deletes the account while the owner changes the password.",
      ],
    ]),
    ...mutantsOf(`${web}/account-controller.ts`, newPassword, [
      [
        'if (!(await this.#own.isCurrent(user))) return redirect("/sign-in")',
        "",
        "A thief who ends all sessions during the change of the password keeps one.",
      ],
    ]),
    ...["web", "api"].flatMap((template) =>
      mutantsOf(`packages/tool/templates/${template}/src/login/login-service.ts`, newPassword, [
        [
          "const isRight = await this.#passwords.verify(password, user?.password, { signal })\n    if (isRight && user !== undefined) return { user, generation }",
          "const isRight = await this.#passwords.verify(password, user?.password, { signal })\n    if (isRight && user !== undefined) return { user, generation: await this.#revocations.generationOf(id) }",
          "A login that is in progress while the password changes survives it.",
        ],
      ]),
    ),
    ...mutantsOf(`${every}/password-service.ts`, timing, [
      [
        "await this.#jobs.enqueue(AccountMails.reset, { email })",
        "if (await this.#users.findByEmail(email)) await this.#jobs.enqueue(AccountMails.reset, { email })",
        "The time of a request for a reset mail reveals who has an account.",
      ],
    ]),
    ...mutantsOf(`${organisations}/every/src/organisations/organisations-store.ts`, generatedOrganisations, [
      [
        "      .where(sql<boolean>`lower(email) = lower(${email})`)\n",
        "",
        "A forwarded mail lets everybody join an organisation.",
      ],
    ]),
    ...mutantsOf(`${organisations}/web/src/organisations/join-controller.ts`, generatedOrganisations, [
      [
        'return redirect("/join")',
        'return redirect(`/join?token=${ctx.input("query").token}`)',
        "The token of an invitation is in the address of a page, and in what its browser keeps.",
      ],
    ]),
  ].map((mutant) => ({ ...mutant, slow: true as const })),
]
