import {
  type ErrorFormat,
  type Platform,
  platformOf,
  type PlatformParts,
} from "../../app/dispatch/platform.ts"
import { requestKind } from "../../context/kind.ts"
import type { BodyReader } from "../../context/body/body-reader.ts"
import { checkOptions } from "../../fault/check-options.ts"
import { raise } from "../../fault/raise.ts"
import { formattedRejection, formattedError } from "../formatted-error.ts"
import { dropBodyHeaders, jsonFailure, jsonMissing } from "../json-failure.ts"
import { jsonReply, writeJson } from "../json-reply.ts"
import { readReturned } from "../../app/dispatch/read-returned.ts"
import type { Call } from "../../context/call.ts"
import { ErrorReply, type Reply } from "../../context/reply/reply.ts"

/** Options of `api()`. */
export interface ApiOptions<ErrorBody extends object = object> {
  /**
   * The format of every error reply: `{ type, schema, body }`, such as `problem()`. Default: `{ "error": message }`, or
   * problem details for a client that accepts `application/problem+json`.
   */
  readonly errors?: ErrorFormat<ErrorBody>
  /** Readers of other body types, such as `multipart()` of `@trivet/multipart`. Default: none. Any other body is JSON. */
  readonly bodies?: readonly BodyReader[]
}

/** The API platform: the results of handlers are sent as JSON, and bodies are read as JSON. */
export function api<ErrorBody extends object>(options: ApiOptions<ErrorBody> = {}): Platform {
  checkOptions(options, { errors: true, bodies: true }, "api()")
  const { errors, bodies = [] } = options
  const parts = {
    name: "api",
    serves: [requestKind],
    ...(bodies.length > 0 && { bodies: { readers: bodies, restIsJson: true } }),
  } as const
  if (errors === undefined)
    return platformOf({ ...parts, reply: jsonReply, fail: jsonFailure, missing: jsonMissing })
  checkFormat(errors)
  return platformOf({
    ...parts,
    errors,
    reply: formattedReply(errors),
    fail: (thrown, call) => jsonFailure(thrown, call, errors),
    rejection: (status) => formattedRejection(errors, status),
  })
}

function checkFormat({ type, body }: ErrorFormat): void {
  // The type is written into a header of every error, also where headers are not checked.
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type)
  if (isType && typeof body === "function") return
  const reason = isType ? "`errors.body` is not a function" : "`errors.type` is not a media type"
  raise("OPTION_INVALID", { what: "`api()`", reason }, "api")
}

/** Like `jsonReply`, with returned errors in the application's format. `ctx.status().json()` is not changed. */
function formattedReply(format: ErrorFormat): PlatformParts["reply"] {
  const write = (reply: Reply, call: Call) =>
    reply instanceof ErrorReply && reply.body === undefined
      ? writeError(format, reply, call)
      : writeJson(reply, call)
  return (value, call) => {
    const reply = readReturned(value, call)
    return reply instanceof Promise ? reply.then((later) => write(later, call)) : write(reply, call)
  }
}

function writeError(format: ErrorFormat, { status, value, headers, done }: ErrorReply, call: Call): Reply {
  dropBodyHeaders(call)
  const error = { status, message: value!.error, code: undefined, issues: [] }
  return Object.assign(formattedError(format, error, call), { headers, done })
}
