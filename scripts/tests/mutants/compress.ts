import { type Mutant, mutantsOf } from "./mutant.ts"

const folder = "packages/trivet/src/compress"
const tests = [`${folder}/compress.test.ts`]

/** Compressed replies: which are left alone, and how many are encoded at a time. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${folder}/compress.ts`, tests, [
    [
      'ctx.header("cookie") !== "" ||',
      "",
      "Pages of a session are compressed together with what a stranger chose.",
    ],
    ['ctx.header("authorization") !== "" ||', "", "Replies to a token or a password are compressed."],
  ]),
  {
    file: `${folder}/encode-reply.ts`,
    search: "if (streams >= mostStreams) return reply",
    replace: "",
    tests: ["packages/trivet/tests/compress/load.test.ts"],
    why: "Slow readers hold any number of encoders, half a megabyte each.",
    slow: true,
  },
]
