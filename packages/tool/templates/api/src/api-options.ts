import { type AppOptions, callLog, requestId, securityHeaders } from "trivet"
import { api } from "trivet/api"
import { errors } from "./errors.ts"

/** How the API answers, and what stands before every route. The tests use the same. */
export const apiOptions: Pick<AppOptions, "platform" | "guards" | "middlewares" | "returns"> = {
  platform: api({ errors }),
  // Each route needs a guard, such as BearerAuth, or says with `anyone` that it is public.
  guards: "required",
  // In this order.
  middlewares: [requestId(), callLog(), securityHeaders()],
  // Fields that `returns` of a contract does not name are not sent, such as a password's hash.
  returns: { prune: true },
}
