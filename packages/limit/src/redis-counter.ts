import { createHash } from "node:crypto"
import { RateLimiterRedis } from "rate-limiter-flexible"

/** What can send a command to Redis: `RedisConnection` of `@trivet/redis` fits. */
export interface RedisCommands {
  send<Reply = unknown>(command: readonly string[]): Promise<Reply>
}

// In one step, so that every key has a lifetime and no count is lost. Unlike the library's own script it gives back
// only what is there: a point given back after its window must not become one too many in the next.
const script = `
local points = tonumber(ARGV[1])
if points < 0 and tonumber(redis.call("get", KEYS[1]) or "0") <= 0 then return {0, 0} end
redis.call("set", KEYS[1], 0, "EX", ARGV[2], "NX")
return {redis.call("incrby", KEYS[1], points), redis.call("pttl", KEYS[1])}`
const digest = createHash("sha1").update(script).digest("hex")

/** Counts in Redis, exactly, for all processes that share it. */
export function createRedisCounter(
  redis: RedisCommands,
  options: { readonly keyPrefix: string; readonly points: number; readonly duration: number },
): RateLimiterRedis {
  // All that the library asks of a client to count and to give back.
  const storeClient = {
    eval: async (_: string, { keys, arguments: args }: { keys: string[]; arguments: string[] }) => {
      const rest = [String(keys.length), ...keys, ...args]
      try {
        return await redis.send(["EVALSHA", digest, ...rest])
      } catch (error) {
        if (!String(error).includes("NOSCRIPT")) throw error
        return redis.send(["EVAL", script, ...rest])
      }
    },
  }
  return new RateLimiterRedis({
    ...options,
    storeClient,
    useRedisPackage: true,
    customIncrTtlLuaScript: script,
  })
}
