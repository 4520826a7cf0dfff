/** A map that says what went wrong: `{ error }`, perhaps with a `status`, and nothing else. */
export interface ErrorMap {
  readonly error: string
  readonly status?: number
}

/** Whether a returned value is an error map. */
export function isErrorMap(value: unknown): value is ErrorMap {
  if (typeof value !== "object" || value === null || !("error" in value) || typeof value.error !== "string")
    return false
  return Object.keys(value).every((key) => key === "error" || key === "status")
}
