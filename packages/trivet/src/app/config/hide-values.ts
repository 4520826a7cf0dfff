const window = 4

/**
 * A schema's message, or a generic one if it quotes a value. Libraries write `must be a number (was "hunter2")`,
 * sometimes truncated, so four consecutive characters that a value shares with the message count as a quotation.
 */
export function hideValues(message: string, own: readonly string[], others: readonly string[]): string {
  const isTold =
    own.some((value) => quotes(message, value)) || others.some((value) => quotesLong(message, value))
  return isTold ? "is not what is expected" : message
}

function quotes(message: string, value: string): boolean {
  return value.length < window ? message.includes(value) : quotesLong(message, value)
}

function quotesLong(message: string, value: string): boolean {
  for (let start = 0; start + window <= value.length; start++)
    if (message.includes(value.slice(start, start + window))) return true
  return false
}
