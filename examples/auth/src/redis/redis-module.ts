import { redis } from "@trivet/redis"
import { inject } from "trivet"
import { Settings } from "../settings.ts"

/** Redis, where `REDIS_URL` names one. The service starts and goes on without it. */
export const RedisModule = redis({
  prefix: "auth",
  url: () => inject(Settings).REDIS_URL,
  provides: [],
})
