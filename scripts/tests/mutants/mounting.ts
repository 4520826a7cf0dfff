import { type Mutant, mutantsOf } from "./mutant.ts"

const trivet = "packages/trivet/src"
const suite = "packages/trivet/tests/mount"
const around = `${suite}/around.test.ts`
const spelling = "A mounted handler reads another path than the one whose guards were run."
const memory = "One slow client makes the process hold a whole reply or body in memory."

/** Mounted handlers: guards before them, the path that they see, the headers of their replies, and memory. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${trivet}/context/request/request-of.ts`,
    [`${trivet}/context/request/request-of.test.ts`, around],
    [["url?.pathname !== path", "false", spelling]],
  ),
  ...mutantsOf(
    `${trivet}/module/routes/mount.ts`,
    [`${trivet}/module/routes/mount.test.ts`],
    [
      [
        'path: "", middlewares, children',
        'path: "", children',
        "A mounted handler is called without its guards.",
      ],
    ],
  ),
  ...mutantsOf(
    `${trivet}/engine/node/listener/read-head.ts`,
    [`${trivet}/engine/node/listener/read-head.test.ts`],
    [
      [
        "!hops.has(name.toLowerCase())",
        "true",
        "A reply is framed twice, and its end is read as another reply.",
      ],
    ],
  ),
  ...mutantsOf(
    `${trivet}/engine/node/listener/piece-stream.ts`,
    [`${trivet}/engine/node/listener/piece-stream.test.ts`],
    [["this.#offered = pass", "pass()", memory]],
  ),
]
