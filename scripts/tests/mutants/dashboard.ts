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
    `${source}/guard-page.ts`,
    [`${source}/guard-page.test.ts`],
    [
      [
        "if (!hosts.includes(host.toLowerCase())) return 403",
        "",
        "A site reads the dashboard under a name of its own.",
      ],
      [`if (request.method !== "GET" && !isOwn) return 403`, "", "Another site's form sends requests."],
      [
        "return isSameToken(token, own.token) ? undefined : 404",
        "return undefined",
        "Every program of the machine reads it.",
      ],
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
    [["if (isSecretHeader(name)) return hidden", "", "The page shows API keys."]],
  ),
]
