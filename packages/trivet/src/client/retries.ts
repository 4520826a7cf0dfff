/** How often a client may still retry. Without this budget, retries would multiply the load of a failing server. */
export interface RetryBudget {
  left: number
}

const budgetSize = 10
const earned = 0.1
const firstWait = 200
/** In milliseconds. If the server asks for a longer wait, the request is not retried. */
const longestWait = 30_000

/** A full budget. */
export function createRetryBudget(): RetryBudget {
  return { left: budgetSize }
}

/** Counts a reply that is not a temporary failure: ten of them pay for one retry. */
export function earnRetry(budget: RetryBudget): void {
  budget.left = Math.min(budgetSize, budget.left + earned)
}

/** Whether a reply means that the request was not handled but could be later, or that one with the same key is being handled. */
export function isPassing({ status, headers }: Response, hasKey: boolean): boolean {
  if (status === 409) return hasKey && headers.has("retry-after")
  return status === 429 || status === 502 || status === 503 || status === 504
}

/**
 * Milliseconds to wait before a request is repeated; infinite if the server asks for too long. The wait is randomized,
 * so that clients do not all return at once.
 */
export function waitBefore(attempt: number, retryAfter: string | null | undefined): number {
  const asked = parseRetryAfter(retryAfter ?? "")
  return asked > longestWait ? Infinity : asked + Math.random() * firstWait * 2 ** attempt
}

/** Milliseconds that a `Retry-After` asks for; 0 if it asks for none. */
export function parseRetryAfter(text: string): number {
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return wait > 0 ? wait : 0
}
