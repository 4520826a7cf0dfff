import { type Mutant, mutantsOf } from "./mutant.ts"

const source = "packages/trivet/src/client"
const unit = [`${source}/create-client.test.ts`]
const target = [`${source}/write-target.test.ts`]
const retries = ["packages/trivet/tests/client/retries.test.ts"]
const random = ["packages/openapi/tests/random-calls/random-calls.test.ts"]
const twice = "A request that changes something is sent twice: a payment is made twice."

// A call that nothing ends lasts as long as its server or its test lets it.
const slowly = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.map((mutant): Mutant => ({ ...mutant, slow: true }))

/** The client: what it sends, what it repeats, and when it ends. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${source}/send.ts`, retries, [
    [', redirect: "manual" }', " }", "Another site gets the key and the body of a call."],
    ["/^(?:GET|HEAD|OPTIONS)$/.test(route.method) || hasKey()", "true", twice],
    [
      "Object.keys(given.headers ?? {})",
      'Object.keys({ ...(typeof settings.headers === "function" && settings.headers()), ...given.headers })',
      `${twice} Each attempt had a key of its own.`,
    ],
    [
      "!isStream(given.body) &&",
      "",
      "A body that was read already is sent again, and its error hides the reply.",
    ],
    ["settings.budget.left--", "", "Clients multiply the load of a server that fails."],
    ['url.split("?")[0]', "url", "What is in a query gets into a log."],
  ]),
  ...mutantsOf(`${source}/retries.ts`, retries, [
    [
      "asked > longestWait ? Infinity : asked +",
      "",
      "Clients return before the time that a server asks for.",
    ],
    ["status === 429 || ", "status === 429 || status === 500 || ", "A bug of a server is met three times."],
  ]),
  ...slowly([
    // Shown by a comparison with calls that no client made.
    ...mutantsOf(`${source}/write-target.ts`, random, [
      [
        "encodeURIComponent(writeText(title, `query.${name}`, value))",
        "writeText(title, `query.${name}`, value)",
        "A text with `&` in it sets another parameter of the query.",
      ],
    ]),
    ...mutantsOf(`${source}/send.ts`, random, [
      [
        'headers["content-type"] = "application/json"',
        'headers["content-type"] = "text/plain"',
        "A server or a proxy refuses each body.",
      ],
    ]),
    ...mutantsOf(`${source}/send.ts`, retries, [
      ["Date.now() + wait < deadline.at", "true", "A caller waits for an attempt that has no time left."],
    ]),
    ...mutantsOf(`${source}/retries.ts`, retries, [
      ["asked > longestWait ? Infinity : ", "", "A server makes its callers wait for as long as it likes."],
    ]),
    ...mutantsOf(`${source}/deadline.ts`, unit, [
      ["() => controller.abort(), timeout", "() => {}, timeout", "A call never ends."],
      ["AbortSignal.any([signal, controller.signal])", "signal", "A call with a signal has no time limit."],
    ]),
  ]),
  ...mutantsOf(`${source}/write-target.ts`, target, [
    [
      ": encodeURIComponent(text)\n",
      ": text\n",
      "A parameter with a slash reaches another route, with the credentials of the caller.",
    ],
    ["if (isLost) refuse", "if (false) refuse", "The parameter `..` reaches another route."],
    ["/(?:^|\\/)\\.\\.?(?:$|\\/)/", "/^\\.\\.$/", "A wildcard with `..` in it reaches another route."],
  ]),
  ...mutantsOf(`${source}/compile-call.ts`, unit, [
    ["if (reply.ok) return reply\n", "return reply\n", "A program takes an error for a result."],
  ]),
  ...mutantsOf(`${source}/send.ts`, unit, [
    [
      "response.ok && (isNamed || route.returns === undefined)",
      "response.ok",
      "A body of a status that the record does not name passes for one that it names.",
    ],
  ]),
  ...mutantsOf(`${source}/header-values.ts`, unit, [
    ["name.toLowerCase()", "name", "A call cannot replace the credentials of its client."],
    [
      "/^[\\t -~\\x80-\\xff]*$/.test(text) ? text :",
      "true ? text :",
      "A header that cannot be sent looks like a server that is not there.",
    ],
  ]),
]
