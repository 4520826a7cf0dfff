import { type Mutant, mutantsOf } from "./mutant.ts"

const diff = "packages/tool/src/diff"
const tests = ["packages/openapi/tests/breaking-changes/edits.test.ts"]
const unit = [`${diff}/schema/find-gaps.test.ts`]
const random = [...unit, ...tests, "packages/openapi/tests/breaking-changes/random-edits.test.ts"]
const opened = "A route that became public is merged as a safe change."
const missed = "A change that breaks clients is merged as a safe one."

/** `trivet diff`: what must not be called safe. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${diff}/compare-security.ts`, tests, [
    ["if (weakened !== undefined)", "if (weakened !== undefined && is.length > 0)", opened],
    ["are.some((is) => isWithin(is, was))", "are.length > 0", missed],
    ["isSameJson(ruleOf(was), ruleOf(is))", "true", missed],
    ["if (security.length === 0) return [[]]", "if (security.length === 0) return []", opened],
  ]),
  ...mutantsOf(`${diff}/compare-schemas.ts`, tests, [
    ["isRequest ? [narrowed, widened]", "isRequest ? [widened, narrowed]", missed],
    ["defaults: isRequest && from === pair.before", "defaults: false", missed],
  ]),
  ...mutantsOf(`${diff}/compare-requests.ts`, tests, [
    ['was["x-wildcard"] === is["x-wildcard"]', "true", missed],
    ["if (is === undefined || was === is) return []", "return []", missed],
  ]),
  ...mutantsOf(`${diff}/compare-replies.ts`, tests, [
    ['...(isError ? ["default"] : [])', '"default"', missed],
    ['if (was === undefined && covering.endsWith("XX")) continue', "continue", missed],
  ]),
  ...mutantsOf(`${diff}/compare-lifetimes.ts`, tests, [
    ["sunset !== undefined && sunset <= today", "sunset !== undefined", missed],
    ["is !== undefined && is < was", "is !== undefined && is > was", missed],
  ]),
  ...mutantsOf(`${diff}/schema/inner-gaps.ts`, random, [
    ["&& walk.shared.has(name) ? true", "&& false ? true", missed],
    ["if (!required.has(name))", "if (false)", missed],
    ["if (sent === undefined || sent === false) continue", "if (!own.has(name)) continue", missed],
    [
      "if (taken === false)\n    return [",
      "if (taken === false)\n    return sent === undefined ? [] : [",
      missed,
    ],
  ]),
  ...mutantsOf(`${diff}/schema/find-gaps.ts`, unit, [
    ["if (shapes === undefined || others === undefined)", "if (shapes === undefined)", missed],
    [
      "if (verdicts.every((verdict) => verdict === true)) return []",
      "if (!verdicts.includes(false)) return []",
      missed,
    ],
  ]),
  ...mutantsOf(`${diff}/schema/rule-gaps.ts`, random, [
    ['ours.word.startsWith("exclusive") ||', "true ||", missed],
    ["number % of === 0", "of % number === 0", missed],
    ["!theirs.every((rule) => ours.includes(rule))", "theirs.length > 0 && ours.length === 0", missed],
  ]),
]
