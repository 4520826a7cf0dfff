import { type Mutant, mutantsOf } from "./mutant.ts"

const router = "packages/trivet/src/router"
const engine = "packages/trivet/src/engine"
const resolveTests = [`${router}/resolve.test.ts`]

/** Which route a path finds: spellings, decoding, dot segments, precedence. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${engine}/target.ts`,
    [`${engine}/target.test.ts`],
    [
      ["code === backslash || ", "", "A proxy takes a backslash for a slash: its rules see another path."],
      ["{1,2}", "", "A proxy resolves `/../`: its rules see another path."],
    ],
  ),
  ...mutantsOf(
    `${engine}/host.ts`,
    [`${engine}/target.test.ts`],
    [["(?::\\d*)?$/i", "(?::\\d*)?/i", "An address that is made of the host leads elsewhere."]],
  ),
  ...mutantsOf(`${router}/resolve.ts`, resolveTests, [
    [
      "values.map(decode)",
      "values.map((value) => decode(decode(value)))",
      "`%252e%252e` becomes `..` behind a check.",
    ],
  ]),
  ...mutantsOf(`${router}/route-table.ts`, resolveTests, [
    [
      "if (present !== undefined) return present.value\n",
      "\n",
      "A second route replaces one with its guards.",
    ],
  ]),
  ...mutantsOf(`${router}/match-cache.ts`, resolveTests, [
    ["cached.path === path && ", "", "A path finds the parameters of another."],
  ]),
  ...mutantsOf(
    `${router}/match-cache.ts`,
    [`${router}/resolve-cost.test.ts`],
    [["path.length <= longestCached && ", "", "Long paths fill the memory."]],
  ),
  ...mutantsOf(`${router}/search-tree.ts`, resolveTests, [
    [
      "walk(literal, path, depth)",
      "walk(parameter, path, depth)",
      "`/users/:id` answers `/users/me` without its guard.",
    ],
  ]),
  ...mutantsOf(
    `${router}/pattern.ts`,
    [`${router}/pattern.test.ts`],
    [
      [
        'join(segments, () => ":")',
        "join(segments, (name) => `:${name}`)",
        "Two routes match the same paths, one without its guard.",
      ],
    ],
  ),
]
