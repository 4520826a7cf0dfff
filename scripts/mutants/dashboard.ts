import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/tool/src/dashboard"

/** The dashboard of `trivet dev`: who can read it, and what is in it. */
export const mutants: readonly Mutant[] = [
  {
    file: `${source}/serve-dashboard.ts`,
    search: `dashboard.savedFile(String((await readJson(request))?.["id"]))`,
    replace: `String((await readJson(request))?.["id"])`,
    tests: ["packages/tool/tests/dashboard/attacks.test.ts"],
    slow: true,
    why: "The page names any file, or an option of Vitest, that is run on the developer's machine.",
  },
  {
    file: `${source}/serve-dashboard.ts`,
    search: "if (bytes > bodyLimit) return undefined",
    replace: "",
    tests: ["packages/tool/tests/dashboard/attacks.test.ts"],
    slow: true,
    why: "A request takes all memory of the developer's machine.",
  },
  ...mutantsOf(
    `${source}/save/hide-in-text.ts`,
    [`${source}/save/write-test.test.ts`],
    [
      ["isSecretName(name) ?", "name === text ?", "A password in a broken JSON text is saved in a test."],
      ["isLikeToken(found) ?", "found === text + text ?", "A token in an unknown path is saved in a test."],
    ],
  ),
  ...mutantsOf(
    `${source}/guard-page.ts`,
    [`${source}/guard-page.test.ts`],
    [
      [
        "if (!hosts.includes(host.toLowerCase())) return 403",
        "",
        "A site reads the dashboard under a name of its own.",
      ],
      [
        `site !== "same-origin" && `,
        `site !== "same-origin" && site !== "same-site" && `,
        "A page of another port reads it.",
      ],
      ["if (origin !== undefined && !isOwn) return 403", "", "Another site's page reads the dashboard."],
      [`if (request.method !== "GET" && !isOwn) return 403`, "", "Another site's form sends requests."],
      [
        "return isSame(token, own.token) ? undefined : 404",
        "return undefined",
        "Every program of the machine reads it.",
      ],
      ["randomBytes(24)", "randomBytes(4)", "The token can be guessed."],
    ],
  ),
  ...mutantsOf(
    `${source}/guard-page.ts`,
    ["packages/tool/tests/dashboard/mails.test.ts"],
    [
      [
        `"sandbox; default-src 'none'; style`,
        `"default-src *; style`,
        "A mail runs scripts in the dashboard.",
      ],
    ],
  ).map((mutant) => ({ ...mutant, slow: true as const })),
  ...mutantsOf(
    `${source}/record/show-call.ts`,
    [`${source}/record/show-call.test.ts`],
    [
      ["if (isSecretHeader(name)) return hidden", "", "The page shows API keys."],
      [
        `at]?.startsWith(":") === true &&`,
        `at]?.startsWith(":") === false &&`,
        "The page shows tokens in paths.",
      ],
      ["isSecretName(name) ? hidden : clean(value)", "clean(value)", "The page shows passwords of forms."],
      ["isReply && /^text", "/^text", "The page shows bodies in which nobody knows what is secret."],
      [
        "if (text === undefined || !body.isWhole) return undefined",
        "if (text === undefined) return undefined",
        "The page shows half of a form.",
      ],
      ["!isPlain(value))", "isPlain(value))", "A value of the query is quoted by an error."],
    ],
  ),
  ...mutantsOf(
    `${source}/record/secrets.ts`,
    [`${source}/record/secrets.test.ts`],
    [
      ["if (isSecretName(name)) this.add(value)", "", "An error quotes a secret of the environment."],
      ["if (password !== undefined) this.add(password)", "", "An error quotes the password of the database."],
    ],
  ),
  ...mutantsOf(
    `${source}/record/answer-job-wish.ts`,
    [`${source}/record/answer-job-wish.test.ts`],
    [
      ["recorder.noteValue(payloads.get(id))", "", "The error of a job in a list quotes a password."],
      ["recorder.noteValue(found.data)", "", "The error of a job quotes a password."],
      [
        "return recorder.showValue(found.data)",
        "return JSON.stringify(found.data)",
        "A payload shows a password.",
      ],
    ],
  ),
  ...mutantsOf(
    `${source}/save/write-request.ts`,
    [`${source}/save/write-test.test.ts`],
    [
      [
        "return isSecretName(name) ? writer.standIn(text) : text",
        "return text",
        "A password is committed with a test.",
      ],
      [
        "code === undefined ? writer.standIn(text) : { code }]\n    })",
        "code === undefined ? text : { code }]\n    })",
        "A cookie is committed with a test.",
      ],
      [".replace(/[\\\\`]|\\$(?=\\{)/g", ".replace(/[\\\\]/g", "A client's text becomes code of a test."],
    ],
  ),
]
