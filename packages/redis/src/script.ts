import { createHash } from "node:crypto"
import { ErrorReply } from "redis"
import type { RedisConnection } from "./redis-connection.ts"

/** A program that Redis runs as one step, in which nothing else happens. */
export interface Script {
  readonly text: string
  readonly digest: string
}

/** Notes a script under the name that Redis gives it. */
export function script(text: string): Script {
  return { text, digest: createHash("sha1").update(text).digest("hex") }
}

/** Runs a script. Its text is sent only when Redis does not know it, as after a restart. */
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
