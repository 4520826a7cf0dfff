import { type Mutant, mutantsOf } from "./mutant.ts"

const unguarded = ["packages/trivet/src/module/find-unguarded.test.ts"]
const cases = ["packages/trivet/src/testing/access-cases.test.ts"]
const open = "A route is public, and nobody has decided it."
const missed = "A guard that lets everybody pass is not noticed."

/** Guards: what must not boot, and what the tests of an application must notice. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf("packages/trivet/src/context/anyone.ts", unguarded, [
    ["![security].flat().some(({ optional }) => optional)", "true", open],
    ["if (security === undefined) return false", "if (security === undefined) return true", open],
  ]),
  ...mutantsOf("packages/trivet/src/module/check-routes.ts", unguarded, [
    ['guards === "required" ? findUnguarded(routes, outermost) : []', "[]", open],
  ]),
  ...mutantsOf("packages/trivet/src/testing/access-cases.ts", cases, [
    ["if (reached) return", "if (false) return", missed],
    ["if (reached || inputRejected.has(status)) return undefined", "return undefined", missed],
    ["if (changes.length > 0) throw", "if (changes.length > 99) throw", open],
  ]),
]
