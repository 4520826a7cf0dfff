/** The provider does not answer, or its metadata is missing. */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable"
}

/** The `ProviderUnavailable` that an error is, or was caused by. */
export function findUnavailable(error: unknown): ProviderUnavailable | undefined {
  let one = error
  for (let depth = 0; one instanceof Error && depth < 5; depth++, one = one.cause)
    if (one instanceof ProviderUnavailable) return one
  return undefined
}
