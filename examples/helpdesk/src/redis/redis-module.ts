import { redis } from "@trivet/redis"
import { inject, Topics } from "trivet"
import { Settings } from "../settings.ts"

/** Redis, where `REDIS_URL` names one, and topics on it. Without one, live messages reach this process only. */
export const RedisModule = redis({
  prefix: "helpdesk",
  url: () => inject(Settings).REDIS_URL,
  provides: [Topics],
})
