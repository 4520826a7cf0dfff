import { csrf } from "@trivet/auth"
import { callLog, requestId } from "trivet"
import { web } from "trivet/web"

/** The platform, and what runs before every route. */
export const appOptions = {
  platform: web(),
  guards: "required",
  middlewares: [requestId(), callLog(), csrf()],
} as const
