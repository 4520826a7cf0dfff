import { type Mutant, mutantsOf } from "./mutant.ts"

const socket = "packages/trivet/src/socket"
const tests = "packages/trivet/tests/sockets"

/** That sockets are opened only for those who may, hide no requests, and take no more than they may. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    "packages/trivet/src/app/dispatch/watch-guards.ts",
    ["packages/trivet/src/http/guarded-events.test.ts"],
    [["end(isAllowed === false)", "", "Who has logged out goes on reading a stream of events."]],
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
    `${socket}/messages/inbox.ts`,
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
      [`${tests}/frame-attacks.test.ts`],
      [
        [
          "maxFragments: mostParts,",
          "maxFragments: 1e6,",
          "A message in fragments of one byte takes many times its size.",
        ],
      ],
    ),
    ...mutantsOf(
      "packages/trivet/src/engine/node/socket/ws-peer.ts",
      [`${tests}/frame-attacks.test.ts`],
      [
        ["if (!heard[key].control(false)) return", "", "A client pings as often as it can."],
        [
          "if (!isWriting) writePong(heard)",
          "writePong(heard)",
          "A client that pings and never reads takes any memory.",
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
  ].map((mutant) => ({ ...mutant, slow: true as const })),
]
