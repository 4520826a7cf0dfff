import { type Mutant, mutantsOf } from "./mutant.ts"

const diff = "packages/tool/src/diff"
const tests = ["packages/openapi/tests/breaking-changes/edits.test.ts"]
const opened = "A route that became public is merged as a safe change."

/** `trivet diff`: what must not be called safe. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${diff}/compare-security.ts`, tests, [
    ["if (weakened !== undefined)", "if (weakened !== undefined && is.length > 0)", opened],
  ]),
]
