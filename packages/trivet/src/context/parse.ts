import { callerOf } from "../fault/caller-of.ts"
import { Fault } from "../fault/fault.ts"
import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts"
import { validate } from "./validate.ts"

/**
 * What a schema makes of a value: `parse(Order, message.body)`. Throws what `ctx.bind()` throws for an invalid body: a
 * fault with `issues`, which a client gets as 400 `Invalid request`. The schema must not validate asynchronously.
 */
export function parse<Schema extends StandardSchema>(schema: Schema, value: unknown): OutputOf<Schema> {
  const output = validate(schema, value)
  if (!(output instanceof Promise)) return output
  // Nothing waits for it any more, and a rejection that nothing handles would end the process.
  output.catch(() => undefined)
  const reason =
    'its schema validates asynchronously: call `await schema["~standard"].validate(value)` instead'
  const fault = new Fault("OPTION_INVALID", { what: "`parse()`", reason })
  fault.where = callerOf("parse", fault.stack)
  throw fault
}
