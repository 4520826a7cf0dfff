import { DatabaseError } from "@trivet/postgres"
import { PublicError } from "trivet"

/** A store could not do its work. What the driver said is the cause, which is logged; no client sees it. */
export class StoreFailure extends PublicError {
  constructor(cause: unknown) {
    const headers = { "Retry-After": "1" }
    super(503, "The service is not available, try again later", { headers, cause })
  }
}

/** Runs a store's query; whatever the database refuses becomes a failure of the store. */
export async function asStore<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    throw error instanceof DatabaseError ? new StoreFailure(error) : error
  }
}
