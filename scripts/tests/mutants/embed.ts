import { type Mutant, mutantsOf } from "./mutant.ts"

const node = "packages/trivet/src/engine/node"
const tests = "packages/trivet/tests/embed"

/** An application inside another one's server: whose request it is, and what the other one has done to it before. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${node}/to-node.ts`,
    [`${tests}/fall-through.test.ts`],
    [
      [
        'return request.url !== "*"',
        "return false",
        "The old application answers a spelling of a guarded path, without the guard.",
      ],
    ],
  ),
  ...mutantsOf(
    `${node}/to-node.ts`,
    [`${tests}/surroundings.test.ts`],
    [
      [
        "AsyncResource.bind(() => answer(app, replies, request, response, target))",
        "() => answer(app, replies, request, response, target)",
        "A pipelined request is carried out for the user of the request ahead of it.",
      ],
    ],
  ),
  ...mutantsOf(
    `${node}/to-node.ts`,
    [`${tests}/errors.test.ts`],
    [
      [
        "if (verdict === withoutBody || verdict === withBody || verdict === 505) {",
        "if (verdict >= 0) {",
        "A request that a proxy reads differently is carried out.",
      ],
    ],
  ),
]
