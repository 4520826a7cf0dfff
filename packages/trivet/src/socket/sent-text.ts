import { issuesText } from "../app/issues-text.ts"
import { Fault } from "../fault/fault.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"

/** A value as it is sent. Raises a fault for what JSON does not have. */
export function writeSent(value: unknown, pattern: string | undefined): { text: string; bytes?: Uint8Array } {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined) return { text }
  throw invalid(pattern, "it has no JSON form")
}

/** Raises a fault for a text that breaks the record. The client sees JSON, so JSON is what the schema must hold for. */
export function checkSent(text: string, schema: StandardSchema, pattern: string | undefined): void {
  const result = schema["~standard"].validate(JSON.parse(text))
  // One that takes its time would hold up what is sent.
  if (!(result instanceof Promise) && result.issues !== undefined)
    throw invalid(pattern, issuesText(result.issues))
}

function invalid(pattern: string | undefined, reason: string): Fault {
  return new Fault("SOCKET_SENT_INVALID", { route: `GET ${pattern ?? ""}`, reason })
}
