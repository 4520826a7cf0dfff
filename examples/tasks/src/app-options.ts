import { crossSite } from "@trivet/auth"
import { callLog, requestId } from "trivet"
import { web } from "trivet/web"

/** The platform, and what runs before every route. */
export const appOptions = {
  platform: web(),
  middlewares: [requestId(), callLog(), crossSite()],
}
