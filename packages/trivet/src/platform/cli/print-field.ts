import type { RouteField } from "../../app/route-field.ts"
import type { Call } from "../../context/call.ts"
import { Reply } from "../../context/reply.ts"
import type { PrintOptions } from "../../module/route.ts"
import { isErrorMap } from "./error-map.ts"
import { renderOptionsOf } from "./render-options.ts"

type Print = (value: unknown, options: PrintOptions) => string

/** `print`: the command's own way to show what it returned. Errors and JSON are shown as always. */
export const printField: RouteField = {
  name: "print",
  compile: ({ record }, run) => {
    const print = record.print as Print
    return (call) => {
      const returned = run(call)
      return returned instanceof Promise
        ? returned.then((value) => printed(value, print, call))
        : printed(returned, print, call)
    }
  },
}

function printed(returned: unknown, print: Print, call: Call): unknown {
  const options = renderOptionsOf(call)
  const value: unknown = returned instanceof Reply ? returned.value : returned
  if (options.json || value === undefined || isErrorMap(value)) return returned
  const reply = returned instanceof Reply ? returned : new Reply(200, undefined, undefined, value)
  reply.body ??= print(value, options)
  return reply
}
