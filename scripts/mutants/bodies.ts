import { type Mutant, mutantsOf } from "./mutant.ts"

const context = "packages/trivet/src/context"
const http = "packages/trivet/src/http"
const platform = "packages/trivet/src/platform"

/** Bodies that are read, and what a reply says: to which origins, in which fields, and of which errors. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${context}/parse-json.ts`,
    [`${context}/parse-json.test.ts`],
    [
      ["fatal: true", "fatal: false", "Two readers see two texts in bytes that are not UTF-8."],
      ["ignoreBOM: true", "ignoreBOM: false", "A body with a byte order mark passes here and not elsewhere."],
      [
        "text.length > deepest && isDeeper(text)",
        "false",
        "A nested body overflows the stack of code that walks it.",
      ],
      [
        "++depth > deepest",
        "++depth > deepest * 10",
        "A nested body overflows the stack of code that walks it.",
      ],
      [
        'if (key === "__proto__") return undefined\n',
        "\n",
        "A body sets a prototype where a handler copies fields.",
      ],
      [
        'return leads && Object.hasOwn(value, "prototype") ? undefined : value',
        "return leads ? value : value",
        "A body reaches a prototype through `constructor`.",
      ],
      ['text.includes("proto") || ', "", "A plainly spelt `__proto__` passes."],
      [' || text.includes("\\\\u00")', "", "An escaped `__proto__` passes."],
      [
        "if (code === 0x22) at = textEnd(text, at)\n    else if",
        "if",
        "Brackets in a text make up for nested ones.",
      ],
      [
        "(end - before) % 2 === 0",
        "end === before",
        "A backslash before a quotation mark hides nested brackets.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/parse-form.ts`,
    [`${context}/parse-form.test.ts`],
    [
      ["fatal: true", "fatal: false", "Two readers see two texts in bytes that are not UTF-8."],
      ["++count > most", "++count > Infinity", "A form has a million fields."],
      [
        "Object.create(null) as Record<string, string[]>",
        "{} as Record<string, string[]>",
        "A field has a prototype's name.",
      ],
    ],
  ),
  ...mutantsOf(
    `${context}/read-body.ts`,
    [`${context}/read-body.test.ts`],
    [
      [
        ".test(type)",
        '.test(type) || type === "text/plain"',
        "A page of another site sends JSON without a preflight.",
      ],
      [".test(type)", '.test(type) || type === ""', "A page of another site sends JSON without a preflight."],
      ["/^application\\/", "/", "`text/plain+json` is read as JSON."],
      ["json$/", "json/", "`application/jsonx` is read as JSON."],
      ["rejectEncoded(incoming)\n  const fields", "const fields", "A compressed form is read as it is."],
      [
        'encoding.toLowerCase() !== "identity"',
        'encoding.toLowerCase() === "gzip"',
        "Another encoding is read as it is.",
      ],
      [
        'delete (fields as Record<string, unknown>)["__proto__"]\n',
        "\n",
        "A form sets a prototype where a handler copies fields.",
      ],
      ["one.type === type", "type.startsWith(one.type)", "A type that nobody reads is read as a form."],
    ],
  ),
  ...mutantsOf(
    `${context}/call.ts`,
    [`${context}/call.test.ts`],
    [
      ["rejectEncoded(this.incoming)\n", "\n", "A compressed body is read as it is."],
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
      ["const params = Object.create(null)", "const params = {}", "A parameter has a prototype's name."],
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
        "origins.has(origin))",
        '[...origins].some((one) => origin.endsWith(one.replace("https://", ""))))',
        "`evilgood.example` may read replies.",
      ],
      [
        "origins.has(origin))",
        'origins.has(origin) || origin === "null")',
        "A sandboxed page of anybody may read replies.",
      ],
      [
        "if (any && options.credentials === true)",
        "if (any && options.methods === null)",
        "Any site reads replies to the user's session.",
      ],
      [
        'if (!any) response.appendHeader("vary", "Origin")\n',
        "\n",
        "A cache gives one origin's leave to another.",
      ],
      ["if (credentials === true) response", "response", "Credentials are allowed without being asked for."],
      ['headers?.join(", ") ?? ctx.header', "ctx.header", "A preflight allows headers that were not named."],
    ],
  ),
  ...mutantsOf(
    `${http}/request-id.ts`,
    [`${http}/request-id.test.ts`],
    [
      ["{1,128}$/", "{1,}$/", "A client fills the log with one id."],
      ["{1,128}$/", "{1,128}/", "A client writes a log line of its own."],
      ["/^[\\w.:-]", "/[\\w.:-]", "A client writes markup into what reads the log."],
    ],
  ),
  ...mutantsOf(
    `${http}/call-log.ts`,
    [`${http}/call-log.test.ts`],
    [
      ['pattern ?? "(no route)"', "ctx.path", "Secrets in paths are logged."],
      ['pattern ?? "(no route)"', "pattern ?? ctx.path", "Secrets in paths that find no route are logged."],
    ],
  ),
  ...mutantsOf(
    "packages/trivet/src/context/event-stream.ts",
    [`${http}/events.test.ts`],
    [
      ["/[\\r\\n\\0]/g", "/\\n/g", "An event's name or id adds fields."],
      ["/[\\r\\n\\0]/g", "/\\r\\n/g", "An event's name or id adds fields."],
      [
        "written?.split(/\\r\\n|\\r|\\n/)",
        'written?.split("\\n")',
        "A carriage return in data adds an event.",
      ],
      [
        "written?.split(/\\r\\n|\\r|\\n/)",
        "written?.split(/\\r\\n|\\r/)",
        "A line feed in data adds an event.",
      ],
    ],
  ),
  ...mutantsOf(
    `${http}/events.ts`,
    [`${http}/events.test.ts`],
    [
      [
        '"cache-control", "no-store"',
        '"cache-control", "public"',
        "A cache gives one user's events to another.",
      ],
    ],
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
      [
        "if (!(thrown instanceof Error)) return false",
        'if (typeof thrown !== "object" || thrown === null) return false',
        "A thrown row of a database is sent to the client.",
      ],
      ['typeof publicMessage === "string" && ', "", "An error of another library decides the status."],
      [" && status >= 400 && status <= 599", "", "A failure is answered with 200."],
      ["headers.delete(name)", "headers.get(name)", "A failure is stored under the ETag of the real body."],
    ],
  ),
  ...mutantsOf(
    "packages/trivet/src/app/response-reply.ts",
    ["packages/trivet/src/app/response-reply.test.ts"],
    [
      ["!hops.has(name) && ", "", "A fetched response's Transfer-Encoding splits the reply."],
      [
        "!(inflated && decoded.has(name))",
        "true",
        "The length of the compressed body cuts the reply or leaves the connection out of step.",
      ],
      ["if (!isFinalStatus(status))", "if (status > 1000)", "A status that is no final one is written."],
    ],
  ),
]
