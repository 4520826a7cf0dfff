import { problem } from "trivet/api"

/** The form of every error reply: problem details (RFC 9457), with the invalid fields. */
export const errors = problem()

/** The body of an error, for contracts. */
export const ErrorBody = errors.schema
