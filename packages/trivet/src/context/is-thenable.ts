/** Whether a value is waited for. Not promises only: query builders are waited for too. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  )
}
