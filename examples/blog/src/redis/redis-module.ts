import { redis } from "@trivet/redis"
import { Cache, inject } from "trivet"
import { Settings } from "../settings.ts"

/** Redis and the cache on it. Without Redis the cache is this process's own: several processes need Redis. */
export const RedisModule = redis({
  prefix: "blog",
  url: () => inject(Settings).REDIS_URL,
  provides: [Cache],
})
