import { DatabaseUnavailable } from "@trivet/postgres"
import { PublicError } from "trivet"

/**
 * A store could not do its work. The message is the store's own and clients may read it; what the driver said is the
 * cause, which is logged. Answered with 503, unless the caller names another status with `answerWith()`.
 */
export class StoreFailure extends PublicError {
  constructor(message: string, cause?: unknown) {
    super(503, message, { headers: { "retry-after": "1" }, cause })
  }
}

/** Runs a store's query. Errors get a message of the store; `known` may return a better one for some errors. */
export function asStore<T>(
  store: string,
  query: Promise<T>,
  known: (error: unknown) => string | undefined = () => undefined,
): Promise<T> {
  return query.catch((error: unknown) => {
    const state = error instanceof DatabaseUnavailable ? "is not available" : "has failed"
    throw new StoreFailure(known(error) ?? `the store of ${store} ${state}`, error)
  })
}

/** Gives a store's failure the status that the specification names for this call. */
export async function answerWith<T>(status: number, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    throw new PublicError(status, error.publicMessage, { cause: error.cause })
  }
}
