import { type Mutant, mutantsOf } from "./mutant.ts"

const topic = "packages/trivet/src/topic"
const nats = "packages/nats/src"
const memory = [`${topic}/memory-topics.test.ts`]

/** Topics and streams: which names are accepted, how far a reader may be behind, and what events and logs contain. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${topic}/check-topic.ts`, memory, [
    ["if (/[*?[\\]\\\\>]/.test(topic))", "if (false)", "A client listens to the topics of others."],
  ]),
  ...mutantsOf(`${topic}/topic-reader.ts`, memory, [
    ["else if (behind < limit)", "else if (true)", "A slow client takes any memory."],
  ]),
  ...mutantsOf(
    "packages/trivet/src/app/routes/hold-stream.ts",
    ["packages/trivet/src/app/routes/hold-stream.test.ts"],
    [["{ ...event, data: prune(event.data) }", "event", "Events contain fields that are to be dropped."]],
  ),
  {
    file: `${nats}/nats-settings.ts`,
    search: 'throw fault("NATS_URL_INVALID", {})\n  return {\n    servers',
    replace: "throw new Error(options.url)\n  return {\n    servers",
    tests: [`${nats}/nats-settings.test.ts`],
    why: "A password is written to the log.",
    slow: true,
  },
]
