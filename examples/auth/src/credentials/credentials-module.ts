import { auth } from "@trivet/auth"
import { OptionalRedis, RedisKeyValue } from "@trivet/redis"
import { inject, KeyValue } from "trivet"
import { RedisModule } from "../redis/redis-module.ts"
import { Settings } from "../settings.ts"
import { StoresModule } from "./stores-module.ts"

/** Passwords, tokens, sessions and API keys, joined with the stores that keep them. */
export const CredentialsModule = auth({
  imports: [StoresModule, RedisModule],
  apiKeys: true,
  settings: () => {
    const { JWT_SECRET: secret = "", BCRYPT_COST: cost } = inject(Settings)
    return { secret, cost, issuer: "trivet-auth" }
  },
  sessions: () => {
    const connection = inject(OptionalRedis)
    const { SESSIONS: place, REDIS_PREFIX: prefix } = inject(Settings)
    if (place !== "redis" || connection === undefined) return inject(KeyValue)
    return new RedisKeyValue(connection, prefix)
  },
})
