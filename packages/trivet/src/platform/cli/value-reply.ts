import type { Call } from "../../context/call.ts"
import { Reply } from "../../context/reply.ts"
import { isErrorMap } from "./error-map.ts"
import { renderOptionsOf } from "./render-options.ts"
import { render, type RenderOptions } from "./render.ts"

/**
 * The reply for a value that a command returned: text as it is, a list of records as a table, anything else as fields;
 * JSON where the call asks for it. A status of 400 or above makes the command fail.
 */
export function valueReply(value: unknown, call: Call): Reply {
  const options = renderOptionsOf(call)
  if (value instanceof Reply) {
    const shown: unknown =
      value.status >= 400 && isErrorMap(value.value) && !options.json ? value.value.error : value.value
    value.body ??= render(shown, options)
    if (typeof value.body === "string" && value.body !== "" && !value.body.endsWith("\n")) value.body += "\n"
    return value
  }
  if (isErrorMap(value)) return new Reply(value.status ?? 500, undefined, `${value.error}\n`, value)
  if (typeof value === "object" && value !== null && Symbol.asyncIterator in value) {
    return new Reply(200, undefined, lines(value as AsyncIterable<unknown>, options))
  }
  return new Reply(200, undefined, render(value, options), value)
}

/** Each value on a line of its own, as it comes. */
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
