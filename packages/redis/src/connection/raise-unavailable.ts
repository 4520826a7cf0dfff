import { ErrorReply } from "redis"
import { RedisUnavailable } from "./redis-unavailable.ts"

/** Throws the error of a command. An error reply of Redis becomes `RedisUnavailable`. */
export function raiseUnavailable(error: unknown): never {
  throw error instanceof ErrorReply ? new RedisUnavailable(error) : error
}
