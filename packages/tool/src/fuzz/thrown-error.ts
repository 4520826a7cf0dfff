import type { ThrownError } from "./fuzz-target.ts"

/** An error that a call threw, as text. One with a message for clients was meant to be answered. */
export function thrownError(thrown: unknown): ThrownError {
  const { publicMessage } = (thrown ?? {}) as { readonly publicMessage?: unknown }
  const text =
    thrown instanceof Error ? (thrown.stack ?? `${thrown.name}: ${thrown.message}`) : String(thrown)
  return { text: text.split("\n").slice(0, 6).join("\n"), isPublic: typeof publicMessage === "string" }
}
