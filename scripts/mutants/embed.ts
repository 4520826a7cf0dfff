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
      [
        "if (routes.has(request.method!, target.path)) return true",
        "return true",
        "The old application's routes are not reached any more.",
      ],
      [
        "return asked !== undefined && routes.has(asked, target.path)",
        "return false",
        "The old application answers the preflights of routes that have moved.",
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
      [
        "if (response.socket !== null) return",
        "if (request !== null) return",
        "A pipelined request whose client is gone never ends.",
      ],
      ["keepEarlier(response, reply)\n", "\n", "The old application's session cookie is lost."],
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
      [
        "if (response.headersSent) {",
        "if (response.headersSent && response.req.url === undefined) {",
        "A reply that somebody else has sent is followed by an error in the log, or cut.",
      ],
    ],
  ),
  ...mutantsOf(
    `${node}/call/embedded-incoming.ts`,
    [`${tests}/bodies.test.ts`],
    [
      [
        "if (!this.#asked && this.#request.readableDidRead) throw",
        "if (!this.#asked && this.#request.readableAborted) throw",
        "A body that a parser has read is taken for an empty one, or for the rest of one.",
      ],
      [
        "._sent100 !== true",
        "._sent100 !== undefined",
        "A client is told twice to send its body, and takes the second for its reply.",
      ],
    ],
  ),
  ...mutantsOf(
    `${node}/call/embedded-incoming.ts`,
    [`${tests}/surroundings.test.ts`],
    [
      [
        'value === undefined || name === "cookie" ?',
        'value === undefined || name !== "" ?',
        "Of two Authorization lines a proxy checks one, and the application reads the other.",
      ],
    ],
  ),
  {
    file: `${node}/to-node.ts`,
    search: "verdict !== withoutBody && verdict !== 505",
    replace: "verdict !== withoutBody",
    tests: [`${tests}/errors.test.ts`],
    why: "A long body over HTTP/2 ends the process.",
    slow: true,
  },
]
