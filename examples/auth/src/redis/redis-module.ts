import { module } from "trivet"
import { RedisLink } from "./redis-link.ts"

/** Redis. */
export const RedisModule = module({ name: "redis-link", exports: [RedisLink], declarations: [RedisLink] })
