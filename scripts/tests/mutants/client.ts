import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/trivet/src/client"
const target = [`${source}/write-target.test.ts`]
const retries = ["packages/trivet/tests/client/retries.test.ts"]

/** The client: where it sends a request, and what it logs. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/send.ts`, retries, [
    [', redirect: "manual" }', " }", "Another site gets the key and the body of a call."],
    ['url.split("?")[0]', "url", "What is in a query gets into a log."],
  ]),
  ...mutantsOf(`${source}/write-target.ts`, target, [
    [
      ": encodeURIComponent(text)\n",
      ": text\n",
      "A parameter with a slash reaches another route, with the credentials of the caller.",
    ],
  ]),
]
