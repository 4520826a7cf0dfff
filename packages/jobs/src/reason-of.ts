import { inspect } from "node:util"

/** Why an attempt has failed: what was thrown, or what the handler returned. */
export function reasonOf(thrown: unknown, status: number, value: unknown): Error {
  if (thrown instanceof Error) return thrown
  if (thrown !== undefined) return new Error(typeof thrown === "string" ? thrown : inspect(thrown))
  const { error } = (value ?? {}) as { readonly error?: unknown }
  const reason = new Error(typeof error === "string" ? error : `the handler returned the status ${status}`)
  // It leads nowhere: the handler has returned.
  reason.stack = reason.message
  return reason
}
