import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/auth/src"
const limit = "packages/limit/src"
const every = "packages/tool/templates/accounts/every/src/accounts"
const web = "packages/tool/templates/accounts/web/src/accounts"
const generated = ["packages/tool/src/accounts/accounts.test.ts"]
const credentials = "packages/tool/templates/accounts/every/src/credentials"
const newPassword = ["packages/tool/tests/accounts/new-password.test.ts"]
const timing = ["packages/tool/tests/accounts/enumeration.test.ts"]
const oneUse = ["packages/auth/tests/one-use/one-time-tokens.test.ts"]

/** Weakenings of what accounts stand on: one-use tokens, sessions by number, common passwords, limits of requests. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/one-time-tokens.ts`, oneUse, [
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
      "const usualSeconds = 15 * 60",
      "const usualSeconds = 24 * 60 * 60",
      "A link in an old mail still resets the password.",
    ],
    [
      "`one-use:${digest(JSON.stringify([purpose, token]))}`",
      "`one-use:${JSON.stringify([purpose, token])}`",
      "Whoever reads the store can reset passwords.",
    ],
  ]),
  ...mutantsOf(
    `${source}/session-list.ts`,
    [`${source}/session-list.test.ts`],
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
      [
        "for (let at = 0; at < mostListed; at++) {",
        "for (let at = 0; at < 1; at++) {",
        "A thief hides a session from its owner's list by 50 sign-ins and sign-outs.",
      ],
      [
        "if (entry?.number === number) await",
        "if (entry !== undefined) await",
        "A thief hides a session by ending one that had its place in the list.",
      ],
    ],
  ),
  ...mutantsOf(
    `${source}/sessions.ts`,
    [`${source}/session-list.test.ts`],
    [["return this.#store.delete(entry.key)", "return true", "A session that its user has ended goes on."]],
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
    `${source}/is-common-password.ts`,
    [`${source}/is-common-password.test.ts`],
    [
      ["plain(password.slice(0, mostJudged))", "plain(password)", "A long password occupies the process."],
      ["    isOwn(text, owner)\n", "    false\n", "A user's own name is the password."],
      [
        'text.normalize("NFKC").toLowerCase()',
        "text.toLowerCase()",
        "A common password in full-width letters is accepted.",
      ],
    ],
  ),
  ...mutantsOf(
    `${limit}/account-limit.ts`,
    [`${limit}/account-limit.test.ts`],
    [
      [
        "const [account, network] = [accountKey(who.account), networkOf(who.address)]",
        "const [account, network] = [who.account, networkOf(who.address)]",
        "Each spelling of an address gets mails of its own.",
      ],
      [
        "[this.#both, JSON.stringify([account, network])]",
        "[this.#both, account]",
        "A stranger uses up the owner's tries.",
      ],
      ["      [this.#account, account],\n", "", "A mailbox is flooded from many networks."],
      ["await this.#network.reserve(who.address)", "", "One network asks for mails to every account."],
    ],
  ),
  ...[
    ...mutantsOf(`${every}/password-service.ts`, generated, [
      [
        "const generation = await this.#revocations.revokeUser(id)",
        "const generation = await this.#revocations.generationOf(id)",
        "A thief stays signed in after the owner has reset the password.",
      ],
      [
        "    // Before the token is used: a password that is rejected must not cost the link.\n    this.#check(password)\n",
        "",
        "A reset sets a password that is easy to guess.",
      ],
      [
        "await this.#keys.revokeAll(id)",
        "await this.#keys.list(id)",
        "A thief's API key opens the account after the owner has reset the password.",
      ],
      [
        'user !== undefined && user.email === taken?.data["email"]',
        "user !== undefined",
        "A mail in the old mailbox opens the account after the address was changed.",
      ],
    ]),
    ...mutantsOf(`${every}/deletion-service.ts`, generated, [
      [
        "await this.#keys.revokeAll(id)",
        "await this.#keys.list(id)",
        "An API key opens a deleted account while it is cached.",
      ],
    ]),
    ...mutantsOf(`${every}/key-service.ts`, generated, [
      [
        "    await this.#own.check(user_id, password, client)\n",
        "    await this.#own.check(user_id, password, client).catch(() => undefined)\n",
        "Whoever finds an open browser stops the programs of its owner.",
      ],
      [".length >= mostKeys", ".length >= 1e9", "One account fills the table of API keys."],
    ]),
    ...mutantsOf(`${every}/password-service.ts`, newPassword, [
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
    ...mutantsOf(`${credentials}/postgres-api-keys.ts`, generated, [
      [
        '.where("id", "=", id).where("user_id", "=", userId)',
        '.where((row) => row.or([row("id", "=", id), row("id", "=", userId)]))',
        "A user ends the API keys of others.",
      ],
      [
        "expires_at: expires_at === undefined ? null : new Date(expires_at)",
        "expires_at: expires_at === undefined ? null : new Date(Date.parse(expires_at) + 1e9)",
        "An API key works for longer than its owner said.",
      ],
    ]),
    ...mutantsOf(`${every}/password-service.ts`, timing, [
      [
        "await this.#jobs.enqueue(AccountMails.reset, { email })",
        "if (await this.#users.findByEmail(email)) await this.#jobs.enqueue(AccountMails.reset, { email })",
        "The time of a request for a reset mail reveals who has an account.",
      ],
    ]),
    ...mutantsOf(`${every}/email-service.ts`, generated, [
      [
        'return user?.email === data["current"] ? user : undefined',
        "return user",
        "Whoever has the mailbox of an earlier address takes the account back to it.",
      ],
      [
        'await this.#jobs.enqueue(AccountMails.notice, { email: user.email, notice: "email" }, { trx })',
        "",
        "An owner does not learn that somebody took the account to another address.",
      ],
    ]),
    ...mutantsOf(`${every}/account-mailer.ts`, generated, [
      [
        "isTaken ? takenMail() : confirmMail(this.#links.confirm(token))",
        "confirmMail(this.#links.confirm(token))",
        "The owner of an address gets a link that would give it to another account.",
      ],
    ]),
    ...mutantsOf(`${web}/link-controller.ts`, generated, [
      [
        'ctx.response().setHeader("referrer-policy", "strict-origin")',
        "",
        "The token of a reset link is sent with the request for the style sheet.",
      ],
    ]),
    ...mutantsOf(`${web}/account-controller.ts`, generated, [
      ["await this.#sessions.end(user_id, session)", "true", "A session that its user has ended goes on."],
    ]),
  ].map((mutant) => ({ ...mutant, slow: true as const })),
]
