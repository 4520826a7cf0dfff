import { type Mutant, mutantsOf } from "./mutant.ts"

const tests = ["scripts/packages/rehearsal/side-by-side.test.ts"]
const why = "During a rolling upgrade, what the new version writes is rejected by the old one."

/** What two versions of an application exchange has fields that one of them does not know. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf("packages/auth/src/sessions/sessions.ts", tests, [
    [
      `    return (await this.#revocations.isOver(session.user_id, generation)) ? undefined : session`,
      `    if (Object.keys(session).length > 2) return undefined
    return (await this.#revocations.isOver(session.user_id, generation)) ? undefined : session`,
      why,
    ],
  ]),
  ...mutantsOf("packages/auth/src/tokens/access-tokens.ts", tests, [
    [
      "const { exp, iat, iss } = payload\n",
      `const { exp, iat, iss, user_id: _, email: __, role: ___, jti: ____, ...more } = payload
    if (Object.keys(more).length > 0) return undefined
`,
      why,
    ],
  ]),
  // Payloads of jobs and messages of topics.
  ...mutantsOf("packages/trivet/src/schema/dto/dto.ts", tests, [
    [
      "  const output: Record<string, unknown> = {}\n",
      `  const output: Record<string, unknown> = {}
  if (Object.keys(value).some((name) => !rules.some((rule) => rule.name === name)))
    return { issues: [{ message: "is unknown" }] }
`,
      why,
    ],
  ]),
].map((mutant) => ({ ...mutant, slow: true }))
