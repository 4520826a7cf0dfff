import { type Mutant, mutantsOf } from "./mutant.ts"

const topic = "packages/trivet/src/topic"
const memory = [`${topic}/memory-topics.test.ts`]

/** That topics leave nothing out, grow no memory, and take no name with a meaning; that streams hold to their contract. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${topic}/check-topic.ts`, memory, [
    ["if (topic.length > longest)", "if (false)", "A client's name takes any memory."],
    ["if (/[*?[\\]\\\\>]/.test(topic))", "if (false)", "A client listens to the topics of others."],
    ["if (text.length > largest)", "if (false)", "A message takes any memory."],
  ]),
  ...mutantsOf(`${topic}/topic-reader.ts`, memory, [
    [
      "else if (this.#messages.length < this.#limit) this.#messages.push(message)",
      "else if (true) this.#messages.push(message)",
      "A slow client takes any memory.",
    ],
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
]
