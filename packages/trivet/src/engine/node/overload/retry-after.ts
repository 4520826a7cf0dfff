/** Seconds after which a rejected client may try again, 1 to 3 by chance: clients rejected together must not return together. */
export function retryAfter(): string {
  return String(1 + Math.floor(Math.random() * 3))
}
