import { limits } from "@trivet/limit"
import { OptionalRedis } from "@trivet/redis"
import { inject } from "trivet"
import { RedisModule } from "../redis/redis-module.ts"
import { Settings } from "../settings.ts"

/** Rate limits: counted in Redis for all processes, or by each for itself. */
export const LimitsModule = limits({
  prefix: "helpdesk",
  disabled: () => inject(Settings).RATE_LIMIT === "off",
  redis: () => inject(OptionalRedis),
  imports: [RedisModule],
})
