import { RedisCache } from "@trivet/redis"
import { Cache, Clock, inject, Log, MemoryCache, module, provide } from "trivet"
import { RedisLink } from "./redis-link.ts"

/** Redis and the cache on it. Without Redis the cache is this process's own: several processes need Redis. */
export const RedisModule = module({
  name: "redis",
  exports: [Cache, RedisLink],
  declarations: [RedisLink, provide(Cache, createCache)],
})

function createCache(): Cache {
  const { connection } = inject(RedisLink)
  const clock = inject(Clock)
  return connection === undefined
    ? new MemoryCache({ clock })
    : new RedisCache(connection, "blog", { clock, log: inject(Log) })
}
