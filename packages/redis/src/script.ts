import { createHash } from "node:crypto"
import { ErrorReply } from "redis"
import type { RedisConnection } from "./connection/redis-connection.ts"

/** A Lua script, which Redis runs atomically. */
export interface Script {
  readonly text: string
  readonly digest: string
}

/** Creates a script with its SHA-1 digest, by which Redis knows it. */
export function script(text: string): Script {
  return { text, digest: createHash("sha1").update(text).digest("hex") }
}

/** Runs a script. Its text is sent only if Redis does not know it, for example after a restart. */
export async function runScript<Reply>(
  redis: RedisConnection,
  { text, digest }: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<Reply> {
  const rest = [String(keys.length), ...keys, ...args]
  try {
    return await redis.send<Reply>(["EVALSHA", digest, ...rest])
  } catch (error) {
    if (!(error instanceof ErrorReply) || !error.message.startsWith("NOSCRIPT")) throw error
    return redis.send<Reply>(["EVAL", text, ...rest])
  }
}
