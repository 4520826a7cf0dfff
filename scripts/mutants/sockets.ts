import { type Mutant, mutantsOf } from "./mutant.ts"

const socket = "packages/trivet/src/socket"
const tests = "packages/trivet/tests/sockets"

/** That sockets are opened only for those who may, hide no requests, and take no more than they may. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    "packages/trivet/src/app/watch-guards.ts",
    ["packages/trivet/src/http/guarded-events.test.ts"],
    [
      ["end(isAllowed === false)", "", "Who has logged out goes on reading a stream of events."],
      ["clearTimeout(timer)\n", "return\n", "The guards of streams that are over decide for ever."],
    ],
  ),
  ...mutantsOf(
    `${socket}/connection.ts`,
    [`${socket}/connection.test.ts`],
    [
      [
        "if (this.#peer.buffered <= this.route.limits.bufferedBytes) return",
        "if (true) return",
        "A client that does not read takes any memory.",
      ],
    ],
  ),
  ...mutantsOf(
    `${socket}/inbox.ts`,
    [`${socket}/connection.test.ts`],
    [
      [
        "if (this.messages.size >= mostUnstopped)",
        "if (false)",
        "A client that sends faster than its handler reads takes any memory.",
      ],
      ["if (this.#rate.take(now)) return true", "return true", "A client sends as many messages as it can."],
    ],
  ),
  ...[
    ...mutantsOf(
      `${socket}/is-allowed-origin.ts`,
      [`${tests}/attacks.test.ts`],
      [
        [
          'if (allowed !== "*" && allowed !== origin) return false',
          "",
          "A page of any site opens sockets with the cookies of its visitor.",
        ],
        [
          'call.headers?.get("access-control-allow-credentials") === "true"',
          "true",
          "A page that may read public data opens sockets with the cookies of its visitor.",
        ],
      ],
    ),
    ...mutantsOf(
      "packages/trivet/src/engine/node/socket/upgrades.ts",
      [`${tests}/attacks.test.ts`],
      [
        ["judgeHead(request) !== withoutBody ||", "", "A body is taken for messages."],
        [
          "(before !== undefined && !before.closed)",
          "false",
          "A reply to an earlier request is written into the messages of a socket.",
        ],
      ],
    ),
    ...mutantsOf(
      "packages/trivet/src/engine/node/socket/upgrades.ts",
      [`${tests}/frame-attacks.test.ts`],
      [
        [
          "maxFragments: mostParts,",
          "maxFragments: 1e6,",
          "A message in fragments of one byte takes many times its size.",
        ],
        [
          "maxBufferedChunks: mostParts,",
          "maxBufferedChunks: 1e6,",
          "A frame that comes byte by byte takes many times its size.",
        ],
      ],
    ),
    ...mutantsOf(
      "packages/trivet/src/engine/node/socket/ws-peer.ts",
      [`${tests}/frame-attacks.test.ts`],
      [
        [
          "if (!isWriting) writePong(heard)",
          "writePong(heard)",
          "Pongs for a client that does not read take any memory.",
        ],
      ],
    ),
    ...mutantsOf(
      `${socket}/connection.ts`,
      [`${tests}/frame-attacks.test.ts`],
      [
        [
          "else if (this.#isOpen) this.inbox.count(this.lastSign)",
          "",
          "A client sends as many pings as it can.",
        ],
      ],
    ),
    ...mutantsOf(
      `${socket}/connection.ts`,
      [`${tests}/conformance.test.ts`],
      [
        [
          "Promise.resolve(ctx)\n      .then(this.route.handler)",
          "Promise.resolve(this.route.handler(ctx))",
          "On Bun, a client uses up the places of its network with closed sockets.",
        ],
      ],
    ),
    ...mutantsOf(
      `${socket}/places.ts`,
      [`${tests}/attacks.test.ts`],
      [
        [
          "if (holder === undefined || holder.count < limits[limit]) return",
          "return",
          "One client takes all connections.",
        ],
      ],
    ),
    ...mutantsOf(
      `${socket}/places.ts`,
      [`${tests}/conformance.test.ts`],
      [
        [
          'check(call, place.user, "perUser", limits)',
          "",
          "One user takes all connections, from many networks.",
        ],
      ],
    ),
    ...mutantsOf(
      `${socket}/app-sockets.ts`,
      [`${tests}/limits.test.ts`],
      [
        [
          'if (this.#isLeaving) connection.close(1001, "going away")',
          "",
          "A late client holds up every stop.",
        ],
      ],
    ),
    ...mutantsOf(
      "packages/trivet/src/app/watch-guards.ts",
      [`${tests}/limits.test.ts`],
      [
        [
          'typeof status === "number" && status < 500 ? false : undefined',
          "undefined",
          "Who has logged out goes on reading.",
        ],
      ],
    ),
    ...mutantsOf(
      "packages/trivet/src/topic/topic-reader.ts",
      [`${tests}/slow-reader-attacks.test.ts`],
      [
        [
          "else if (behind < limit)",
          `else if (Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20) && behind < limit)`,
          "Everybody in a room waits for its slowest reader.",
        ],
      ],
    ),
  ].map((mutant) => ({ ...mutant, slow: true as const })),
]
