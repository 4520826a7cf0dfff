import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/mcp/src"
const unit = [`${source}/mcp.test.ts`]
const keys = ["packages/mcp/tests/idempotency.test.ts"]
const transports = ["packages/mcp/tests/transports.test.ts"]

/** Tools for assistants: what they can call, and with which credentials. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/mcp-controller.ts`, unit, [
    ["{ summary, middlewares }", "{ summary }", "The endpoint answers without its guards."],
  ]),
  ...mutantsOf(`${source}/mcp-controller.ts`, transports, [
    [
      "origin !== null && ",
      "origin === null && ",
      "A web page calls tools of a server on the machine of its visitor.",
    ],
    ["      maxSubscriptions: 0,\n", "", "Assistants hold streams open that nothing is ever sent on."],
  ]),
  ...mutantsOf(`${source}/mcp-controller.ts`, keys, [
    ["|idempotency-key", "", "All tools of a connection with a key have one effect together."],
  ]),
  ...mutantsOf(`${source}/call-tool.ts`, transports, [
    [
      "if (wrong !== undefined) return failed(wrong)",
      "",
      "An assistant sets headers that the route does not name.",
    ],
  ]),
  ...mutantsOf(`${source}/mcp-controller.ts`, transports, [
    ["x-forwarded-.*", "x", "An assistant chooses the address that a route sees."],
  ]),
].map((mutant): Mutant => (mutant.tests !== unit ? { ...mutant, slow: true } : mutant))
