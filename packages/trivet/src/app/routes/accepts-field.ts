import type { Call } from "../../context/call.ts"
import type { Accepts } from "../../context/context.ts"
import { validate } from "../../context/validate.ts"
import { compileTextConverter, type TextConverter } from "../../schema/convert-text.ts"
import { findJsonSchema } from "../../schema/json-schema.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"
import type { Run } from "../dispatch/compiled-route.ts"
import type { CompiledField } from "../dispatch/route-field.ts"

type TextPart = "params" | "query" | "headers"

interface PartCheck {
  readonly part: TextPart
  readonly schema: StandardSchema
  readonly convert: TextConverter
}

/**
 * `accepts`: parameters, query and headers are converted and validated before the handler runs; the body when the
 * handler calls `bind()`, because bodies are read only on demand.
 */
export const acceptsField: CompiledField = {
  name: "accepts",
  compile: (route, run) => {
    const accepts: Accepts = route.record.accepts ?? {}
    const checks = (["params", "query", "headers"] as const).flatMap((part) => {
      const schema = accepts[part]
      return schema === undefined
        ? []
        : [{ part, schema, convert: compileTextConverter(findJsonSchema(schema, "input")) }]
    })
    const { body } = accepts
    const checked = checks.reduceRight<Run>(checkPart, run)
    if (body === undefined) return checked
    return (call) => {
      call.bodySchema = body
      return checked(call)
    }
  },
}

function checkPart(run: Run, { part, schema, convert }: PartCheck): Run {
  return (call) => {
    const value = validate(schema, convert(textsOf(call, part)))
    if (!(value instanceof Promise)) return proceed(call, part, value, run)
    return value.then((later) => proceed(call, part, later, run))
  }
}

function proceed(call: Call, part: TextPart, value: unknown, run: Run): unknown {
  call.accept(part, value)
  return run(call)
}

function textsOf(call: Call, part: TextPart): Readonly<Record<string, readonly string[]>> {
  const request = call.request()
  if (part === "query") return call.queryLists()
  const texts = part === "params" ? request.params() : request.headers()
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text]]))
}
