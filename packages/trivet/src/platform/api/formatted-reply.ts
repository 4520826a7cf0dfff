import type { ErrorFormat } from "../../app/error-format.ts"
import type { PlatformParts } from "../../app/platform.ts"
import { readReturned } from "../../app/read-returned.ts"
import type { Call } from "../../context/call.ts"
import { ErrorReply, type Reply } from "../../context/reply.ts"
import { formattedError } from "../formatted-error.ts"
import { dropBodyHeaders } from "../json-failure.ts"
import { writeJson } from "../json-reply.ts"

/** As `jsonReply`, with errors that were returned in the application's form. `ctx.status().json()` stays as it is. */
export function formattedReply(format: ErrorFormat): PlatformParts["reply"] {
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
