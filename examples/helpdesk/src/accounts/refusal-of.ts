import { PublicError } from "trivet"

/** What a person can correct is shown in the form; everything else, 429 too, is an error, with the page for errors. */
export function refusalOf(error: unknown): PublicError {
  if (error instanceof PublicError && error.status === 400) return error
  throw error
}
