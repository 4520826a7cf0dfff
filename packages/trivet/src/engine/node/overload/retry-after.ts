/** `Retry-After` in seconds, randomly 1 to 3, so that clients that were rejected together do not return together. */
export function retryAfter(): string {
  return String(1 + Math.floor(Math.random() * 3))
}
