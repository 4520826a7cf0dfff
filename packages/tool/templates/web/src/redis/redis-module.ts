import { redis } from "@trivet/redis"
import { Cache, inject } from "trivet"
import { Settings } from "../settings.ts"

/** Redis, where `REDIS_URL` names one, and a `Cache` on it. Without one the cache is this process's own. */
export const RedisModule = redis({
  prefix: "my-app",
  url: () => inject(Settings).REDIS_URL,
  provides: [Cache],
})
