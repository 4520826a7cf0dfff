import { ErrorReply } from "redis"
import { RedisUnavailable } from "./redis-unavailable.ts"

/** Throws an error of a command; an answer of Redis that is an error as `RedisUnavailable`. */
export function raiseUnavailable(error: unknown): never {
  throw error instanceof ErrorReply ? new RedisUnavailable(error) : error
}
