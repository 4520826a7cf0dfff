import { issuesText } from "../../app/routes/issues-text.ts"
import { Fault } from "../../fault/fault.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"

/** A value as JSON. Throws a fault if it has no JSON form. */
export function writeSent(value: unknown, pattern: string | undefined): { text: string; bytes?: Uint8Array } {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined) return { text }
  throw invalidMessage(pattern, "it has no JSON form")
}

/** Throws a fault for a text that violates the record's schema. The client receives JSON, so the JSON form is validated. */
export function checkSent(text: string, schema: StandardSchema, pattern: string | undefined): void {
  const result = schema["~standard"].validate(JSON.parse(text))
  // The result of asynchronous validation is ignored, because waiting for it would delay the message.
  if (!(result instanceof Promise) && result.issues !== undefined)
    throw invalidMessage(pattern, issuesText(result.issues))
}

function invalidMessage(pattern: string | undefined, reason: string): Fault {
  return new Fault("SOCKET_SENT_INVALID", { route: `GET ${pattern ?? ""}`, reason })
}
