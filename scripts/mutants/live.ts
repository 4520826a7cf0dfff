import { type Mutant, mutantsOf } from "./mutant.ts"

const topic = "packages/trivet/src/topic"
const nats = "packages/nats/src"
const natsOutages = ["packages/nats/tests/live/outages.test.ts"]
const memory = [`${topic}/memory-topics.test.ts`]

/** That topics leave nothing out, grow no memory, and take no name with a meaning; that streams hold to their contract. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${topic}/check-topic.ts`, memory, [
    ["if (topic.length > longest)", "if (false)", "A client's name takes any memory."],
    ["if (/[*?[\\]\\\\>]/.test(topic))", "if (false)", "A client listens to the topics of others."],
    ["if (text.length > largest)", "if (false)", "A message takes any memory."],
  ]),
  ...mutantsOf(`${topic}/topic-reader.ts`, memory, [
    ["else if (behind < limit)", "else if (true)", "A slow client takes any memory."],
  ]),
  ...mutantsOf(`${topic}/topics.ts`, memory, [
    ["ctx.onDone?.(end)", "", "Each HEAD request leaves a subscription in memory."],
  ]),
  ...mutantsOf(`${topic}/memory-topics.ts`, memory, [
    ["kept.slice(found + 1)", "kept.slice(found)", "A client gets a message twice."],
    ["return found !== -1", "return true", "A client that lost messages is not told."],
  ]),
  ...mutantsOf(
    "packages/trivet/src/app/hold-stream.ts",
    ["packages/trivet/src/app/hold-stream.test.ts"],
    [["{ ...event, data: prune(event.data) }", "event", "Events contain fields that are to be dropped."]],
  ),
  ...mutantsOf(
    "packages/trivet/src/client/resume-events.ts",
    ["packages/trivet/src/client/resume-events.test.ts"],
    [
      [
        'failures < mostFailures && route.method === "GET"',
        "failures < mostFailures",
        "A request that changes something is sent twice.",
      ],
    ],
  ).map((mutant) => ({ ...mutant, slow: true as const })),
  ...[
    ...mutantsOf(`${nats}/topic-feed.ts`, natsOutages, [
      [
        "if (!(message.number > 0)) return",
        "",
        "A message that is not of the stream ends a client's stream.",
      ],
      [
        "if (message.number <= this.#heard) return this.#miss()",
        "",
        "A client of a stream that was deleted waits for messages that it never gets.",
      ],
      [
        "if (this.#isGap(reading)) return this.#miss()",
        "",
        "A client that lost messages goes on without them.",
      ],
      [
        "if (this.#epoch !== (await this.#stream.epoch())) return this.#miss()",
        "",
        "A client goes on with the messages of another stream.",
      ],
    ]),
    ...mutantsOf(
      `${nats}/nats-topics.ts`,
      ["packages/nats/tests/conformance/topics.test.ts"],
      [['.replaceAll(".", "%2E")', "", "A name reaches the subjects of others."]],
    ),
    ...mutantsOf(
      `${nats}/nats-settings.ts`,
      [`${nats}/nats-settings.test.ts`],
      [
        [
          'throw fault("NATS_URL_INVALID", {})\n  return {\n    servers',
          "throw new Error(options.url)\n  return {\n    servers",
          "A password is written to the log.",
        ],
      ],
    ),
  ].map((mutant) => ({ ...mutant, slow: true as const })),
]
