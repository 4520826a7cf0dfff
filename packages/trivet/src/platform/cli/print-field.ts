import { findErrorMap, withReturned } from "../../app/read-returned.ts"
import type { CompiledField } from "../../app/route-field.ts"
import type { Call } from "../../context/call.ts"
import type { Reply } from "../../context/reply.ts"
import type { PrintOptions } from "../../module/route.ts"
import { renderOptionsOf } from "./render-options.ts"

type Print = (value: unknown, options: PrintOptions) => string

/** `print`: the command's own way to show what it returned. Errors and JSON are shown as always. */
export const printField: CompiledField = {
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
