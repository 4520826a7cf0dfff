import { type Mutant, mutantsOf } from "./mutant.ts"

const folder = "packages/trivet/src/compress"
const tests = [`${folder}/compress.test.ts`]

/** Compressed replies: which are left alone, what caches learn, and what an abandoned one holds. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${folder}/compress.ts`, tests, [
    [
      "if (!this.#credentials && hasCredentials(ctx, headers)) return reply",
      "",
      "The length of a page tells whether a guess equals a secret in it (BREACH).",
    ],
    [
      'ctx.header("cookie") !== "" ||',
      "",
      "Pages of a session are compressed together with what a stranger chose.",
    ],
    ['ctx.header("authorization") !== "" ||', "", "Replies to a token or a password are compressed."],
    ['headers.get("set-cookie") !== undefined', "false", "A page that begins a session is compressed."],
    [
      "options.credentials === true",
      "options.credentials !== false",
      "Replies to calls with credentials are compressed unless that is forbidden.",
    ],
    ["vary(headers)\n    if", "if", "A cache sends a compressed reply to a client that cannot read it."],
    ['headers.set("etag", weak)', "", "A cache does not find what it has by the tag of a 304."],
  ]),
  ...mutantsOf(`${folder}/is-compressible.ts`, tests, [
    ["|| status === 206", "", "A part of a file is compressed, and joined with others to a broken one."],
    ['"content-encoding", ', "", "What is encoded is encoded again, and says so once."],
    ["\\bno-transform\\b", "\\bno-change\\b", "A reply that must not be transformed is."],
    ["(?!event-stream)", "", "Each listener holds an encoder for hours."],
  ]),
  ...mutantsOf(`${folder}/encode-reply.ts`, tests, [
    [
      'headers.set("etag", `W/${tag}`)',
      'headers.set("etag", tag)',
      "Parts of two encodings are joined as one.",
    ],
    ['.delete("content-length")', "", "A client waits for bytes that never come."],
    ["bytes.length >= large", "false", "A large body blocks the event loop while it is compressed."],
  ]),
  ...mutantsOf(
    `${folder}/encoded-body.ts`,
    [`${folder}/encoded-body.test.ts`],
    [
      ["this.#source?.cancel()", "", "A source goes on for a client that is gone."],
      ["this.#encoder?.destroy()", "", "The encoder of a client that is gone stays until it is collected."],
    ],
  ),
  {
    file: `${folder}/encoded-body.ts`,
    search: "if (step === undefined) break",
    replace: "if (step === undefined) continue",
    tests: [`${folder}/encoded-body.test.ts`],
    why: "A piece waits for the next one.",
    slow: true,
  },
  {
    file: `${folder}/encoded-body.ts`,
    search: "size < batchSize",
    replace: "true",
    tests: [`${folder}/encoded-body.test.ts`],
    why: "A fast source fills the memory before a slow client has read anything.",
    slow: true,
  },
  {
    file: `${folder}/encode-reply.ts`,
    search: "if (streams >= mostStreams) return reply",
    replace: "",
    tests: ["packages/trivet/tests/compress/load.test.ts"],
    why: "Slow readers hold any number of encoders, half a megabyte each.",
    slow: true,
  },
  {
    file: "packages/trivet/src/context/accepted-encodings.ts",
    search: '.split(",", mostItems)',
    replace: '.split(",")',
    tests: ["packages/trivet/src/context/accepted-encodings.test.ts"],
    why: "A header of many items costs work that its client does not have.",
  },
]
