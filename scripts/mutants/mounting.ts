import { type Mutant, mutantsOf } from "./mutant.ts"

const trivet = "packages/trivet/src"
const suite = "packages/trivet/tests/mount"
const around = `${suite}/around.test.ts`
const spelling = "A mounted handler reads another path than the one whose guards were run."
const cut = "A client takes a part of a reply for the whole."
const memory = "One slow client makes the process hold a whole reply or body in memory."

/** Mounted handlers: guards before them, the path that they see, and the ends of streams. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${trivet}/context/request-of.ts`,
    [`${trivet}/context/request-of.test.ts`, around],
    [
      ["url?.pathname !== path", "false", spelling],
      [' || url.username !== ""', "", "A client makes the log fill with errors."],
      ["incoming.hasBody !== false", "true", "A handler waits for a body that never comes."],
    ],
  ),
  ...mutantsOf(
    `${trivet}/module/mount.ts`,
    [`${trivet}/module/mount.test.ts`],
    [
      [
        'path: "", middlewares, children',
        'path: "", children',
        "A mounted handler is called without its guards.",
      ],
    ],
  ),
  ...mutantsOf(
    `${trivet}/module/mount.ts`,
    [around],
    [["isResponse(returned)", "true", "Whatever a handler returns is sent as data."]],
  ),
  ...mutantsOf(
    `${trivet}/app/table-filler.ts`,
    [`${trivet}/app/table-filler.test.ts`],
    [
      [
        "if (isOfAny(method, pattern)) removeRoute(table, method, pattern)\n",
        "\n",
        "A route with a guard that is added while the application runs loses against a mounted handler.",
      ],
      [
        "if (isOfAny(one, pattern)) removeRoute",
        "removeRoute",
        "Removing a mounted handler removes other routes.",
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
    [
      ["this.#offered = pass", "pass()", memory],
      ["if (this.#over) return", "", "A client that leaves at the right moment ends the process."],
      ["this.#controller.error(error)", "this.#controller.close()", cut],
    ],
  ),
  ...mutantsOf(
    `${trivet}/engine/node/from-node.ts`,
    [`${suite}/leaving.test.ts`, `${suite}/listener.test.ts`],
    [
      ['signal.addEventListener("abort", leave)', "", "A listener works on for clients that have left."],
      [
        "outgoing.destroy(errorOf(thrown))",
        "outgoing.end()",
        "An error of a listener looks like an empty reply.",
      ],
    ],
  ),
]
