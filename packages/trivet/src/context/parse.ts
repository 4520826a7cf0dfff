import { raise } from "../fault/raise.ts"
import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts"
import { validate } from "./validate.ts"

/**
 * Validates a value that does not come from the request, and returns the output of the schema:
 * `parse(Order, message.body)`. If the value is invalid, it throws the fault that `ctx.bind()` throws: it has `issues`,
 * and a client gets 400 `Invalid request`. A schema that validates asynchronously throws `OPTION_INVALID`.
 */
export function parse<Schema extends StandardSchema>(schema: Schema, value: unknown): OutputOf<Schema> {
  const output = validate(schema, value)
  if (!(output instanceof Promise)) return output
  // The promise is dropped, and an unhandled rejection would end the process.
  output.catch(() => undefined)
  const reason =
    'its schema validates asynchronously: call `await schema["~standard"].validate(value)` instead'
  return raise("OPTION_INVALID", { what: "`parse()`", reason }, "parse")
}
