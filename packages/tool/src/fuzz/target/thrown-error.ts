import type { ThrownError } from "./fuzz-target.ts"

/** An error that a call threw, as text. An error with a public message was thrown deliberately. */
export function thrownError(thrown: unknown, isFatal = false): ThrownError {
  const { publicMessage, fix } = (thrown ?? {}) as Readonly<Record<"publicMessage" | "fix", unknown>>
  const text =
    thrown instanceof Error ? (thrown.stack ?? `${thrown.name}: ${thrown.message}`) : String(thrown)
  return {
    text: text.split("\n").slice(0, 6).join("\n"),
    isPublic: typeof publicMessage === "string",
    code: codeOf(thrown, 4),
    isFatal,
    ...(typeof fix === "string" && { fix }),
  }
}

/** The SQLSTATE of an error or of one of its causes. */
function codeOf(thrown: unknown, depth: number): string | undefined {
  if (typeof thrown !== "object" || thrown === null || depth === 0) return undefined
  const { code, cause } = thrown as { readonly code?: unknown; readonly cause?: unknown }
  return typeof code === "string" && /^\d[\dA-Z]{4}$/.test(code) ? code : codeOf(cause, depth - 1)
}
