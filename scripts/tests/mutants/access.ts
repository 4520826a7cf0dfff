import { type Mutant, mutantsOf } from "./mutant.ts"

const unguarded = ["packages/trivet/src/module/routes/find-unguarded.test.ts"]
const cases = ["packages/trivet/src/testing/access-cases.test.ts"]
const open = "A route is public, and nobody has decided it."
const listed = "A list that forgets the owner is not noticed."
const missed = "A guard that lets everybody pass is not noticed."

/** Guards: what must not boot, and what the tests of an application must notice. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf("packages/trivet/src/module/routes/check-routes.ts", unguarded, [
    ['guards === "required" ? findUnguarded(routes, outermost) : []', "[]", open],
  ]),
  ...mutantsOf("packages/trivet/src/testing/access-cases.ts", cases, [
    ["if (reached || inputRejected.has(status)) return undefined", "return undefined", missed],
  ]),
  ...mutantsOf("packages/trivet/src/testing/access-lists.ts", cases, [
    ["if (found === undefined) return", "return", listed],
    ["!isOwner(caller) && ", "", "Owners fail the test, so that it is turned off."],
    ["&& !shares(list, name)", "", "What is shared fails the test, so that it is turned off."],
    ["&& hasWord(others, id)", "", "A list that has only the caller's rows fails the test."],
  ]),
]
