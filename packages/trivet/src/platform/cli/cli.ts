import { commandKind } from "../../context/kind.ts"
import { type Platform, platformOf } from "../../app/dispatch/platform.ts"
import { failReply } from "./fail-reply.ts"
import { valueReply } from "./value-reply.ts"
import { findErrorMap, withReturned } from "../../app/dispatch/read-returned.ts"
import type { CompiledField } from "../../app/dispatch/route-field.ts"
import type { Call } from "../../context/call.ts"
import type { Reply } from "../../context/reply/reply.ts"
import type { PrintOptions } from "../../module/routes/route.ts"
import { renderOptionsOf } from "./render-options.ts"

/**
 * The CLI platform: it runs the records without a method, and prints what their handlers return. `run()` uses it by
 * itself; pass it to `createTestApp()` to test commands.
 */
export function cli(): Platform {
  return platformOf({
    name: "cli",
    serves: [commandKind],
    fields: [printField],
    reply: valueReply,
    fail: failReply,
  })
}

type Print = (value: unknown, options: PrintOptions) => string

/** `print`: formats the result of the command. Errors and JSON are not affected. */
const printField: CompiledField = {
  name: "print",
  compile: ({ record }, run) => {
    const print = record.print as Print
    return withReturned(run, (reply, call) => printed(reply, print, call))
  },
}

function printed(reply: Reply, print: Print, call: Call): Reply {
  const options = renderOptionsOf(call)
  const { value } = reply
  if (!options.json && value !== undefined && findErrorMap(reply) === undefined)
    reply.body ??= print(value, options)
  return reply
}
