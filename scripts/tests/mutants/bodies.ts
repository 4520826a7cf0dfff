import { type Mutant, mutantsOf } from "./mutant.ts"

const context = "packages/trivet/src/context"
const http = "packages/trivet/src/http"
const platform = "packages/trivet/src/platform"

/** Bodies that are read, and what a reply says: to which origins, in which fields, and of which errors. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${context}/body/parse-json.ts`,
    [`${context}/body/parse-json.test.ts`],
    [
      [
        "text.length > deepest && isDeeper(text)",
        "false",
        "A nested body overflows the stack of code that walks it.",
      ],
      [
        'if (key === "__proto__") return undefined\n',
        "\n",
        "A body sets a prototype where a handler copies fields.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/body/parse-form.ts`,
    [`${context}/body/parse-form.test.ts`],
    [["++count > most", "++count > Infinity", "A form has a million fields."]],
  ),
  ...mutantsOf(
    `${context}/body/read-body.ts`,
    [`${context}/body/read-body.test.ts`],
    [
      [
        ".test(type)",
        '.test(type) || type === "text/plain"',
        "A page of another site sends JSON without a preflight.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/call.ts`,
    [`${context}/call.test.ts`],
    [
      [
        "this.incoming.bytes(this.settings.bodyLimit)",
        "this.incoming.bytes(Infinity)",
        "A body fills the memory.",
      ],
      [
        "validate(schema, parseJson(bytes)) as never",
        "parseJson(bytes) as never",
        "A body sets fields that the schema does not name.",
      ],
    ],
  ),
  ...mutantsOf(
    `${http}/cors.ts`,
    [`${http}/cors.test.ts`],
    [
      [
        "origins.has(origin))",
        "[...origins].some((one) => origin.startsWith(one)))",
        "`good.example.evil.example` may read replies.",
      ],
      [
        "if (any && options.credentials === true)",
        "if (any && options.methods === null)",
        "Any site reads replies to the user's session.",
      ],
    ],
  ),
  ...mutantsOf(
    `${http}/call-log.ts`,
    [`${http}/call-log.test.ts`],
    [['pattern ?? "(no route)"', "pattern ?? ctx.path", "Secrets in paths that find no route are logged."]],
  ),
  ...mutantsOf(
    "packages/trivet/src/context/reply/event-stream.ts",
    [`${http}/events.test.ts`],
    [["/[\\r\\n\\0]/g", "/\\n/g", "An event's name or id adds fields."]],
  ),
  ...mutantsOf(
    `${platform}/json-failure.ts`,
    [`${platform}/json-failure.test.ts`],
    [
      [
        "isPublic(thrown) ? thrown : internal",
        "isPublic(thrown) ? thrown : { status: 500, publicMessage: String(thrown) }",
        "A client reads the message of an internal error.",
      ],
    ],
  ),
  ...mutantsOf(
    "packages/trivet/src/app/dispatch/response-reply.ts",
    ["packages/trivet/src/app/dispatch/response-reply.test.ts"],
    [["!hops.has(name) && ", "", "A fetched response's Transfer-Encoding splits the reply."]],
  ),
]
