import { ItemLines } from "../../app/dispatch/read-returned.ts"
import { checkJsonForm } from "../../app/routes/json-text.ts"
import { findErrorMap, readReturned } from "../../app/dispatch/read-returned.ts"
import type { Call } from "../../context/call.ts"
import type { Reply } from "../../context/reply/reply.ts"
import { renderOptionsOf } from "./render-options.ts"
import { render, type RenderOptions } from "./render.ts"

/**
 * The reply for a value that a command returned: text unchanged, a list of records as a table, anything else as fields,
 * or JSON if requested. A status of 400 or above makes the command fail.
 */
export function valueReply(value: unknown, call: Call): Reply | Promise<Reply> {
  const reply = readReturned(value, call)
  return reply instanceof Promise ? reply.then((later) => printReply(later, call)) : printReply(reply, call)
}

function printReply(reply: Reply, call: Call): Reply {
  const options = renderOptionsOf(call)
  if (reply.body instanceof ItemLines) reply.body = lines(reply.body.values, options)
  if (reply.body === undefined) {
    if (reply.value !== undefined) checkJsonForm(reply.value, call)
    reply.body = render(options.json ? reply.value : (findErrorMap(reply)?.error ?? reply.value), options)
  }
  if (typeof reply.body === "string" && reply.body !== "" && !reply.body.endsWith("\n")) reply.body += "\n"
  return reply
}

/** Yields each value on its own line as it arrives. */
async function* lines(
  values: AsyncIterable<unknown>,
  options: RenderOptions,
): AsyncGenerator<string | Uint8Array> {
  for await (const value of values) {
    if (value instanceof Uint8Array) yield value
    else if (options.json || typeof value !== "string") yield `${JSON.stringify(value)}\n`
    else yield value.endsWith("\n") ? value : `${value}\n`
  }
}
