import type { ErrorFormat } from "../../app/error-format.ts"
import { requestKind } from "../../context/kind.ts"
import { type Platform, platformOf } from "../../app/platform.ts"
import type { BodyReader } from "../../context/body-reader.ts"
import { checkOptions } from "../../fault/check-options.ts"
import { raise } from "../../fault/raise.ts"
import { formattedRejection } from "../formatted-error.ts"
import { jsonFailure } from "../json-failure.ts"
import { jsonReply } from "../json-reply.ts"
import { formattedReply } from "./formatted-reply.ts"

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
  if (errors === undefined) return platformOf({ ...parts, reply: jsonReply, fail: jsonFailure })
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
  // It is written into a header with every error, also where nothing checks headers any more.
  const isType = /^[\w.+-]+\/[\w.+-]+$/.test(type)
  if (isType && typeof body === "function") return
  const reason = isType ? "`errors.body` is not a function" : "`errors.type` is not a media type"
  raise("OPTION_INVALID", { what: "`api()`", reason }, "api")
}
