import { RedisConnection } from "@trivet/redis"
import { Limits } from "../../src/index.ts"

/** What a rival is told to do: so many attempts at once. */
export interface Attempts {
  readonly name: string
  readonly key: string
  readonly attempts: number
  /** Every how many attempts are given back; none when 0. */
  readonly releases: number
  /** The longest wait in seconds, of a rule that grows. */
  readonly maxSeconds?: number
}

const [, , url = "", prefix = ""] = process.argv
const limits = new Limits(prefix, new RedisConnection({ url }), false)

process.on("message", (told: Attempts) => void run(told).then((passed) => process.send?.(passed)))
process.send?.("ready")

async function run({ name, key, attempts, releases, maxSeconds }: Attempts): Promise<number> {
  const limiter = limits.limiter({ name, max: 10, seconds: 60, maxSeconds })
  const results = await Promise.allSettled(
    Array.from({ length: attempts }, async (_, at) => {
      const { release } = await limiter.reserve(key)
      if (releases > 0 && at % releases === 0) await release()
    }),
  )
  return results.filter(({ status }) => status === "fulfilled").length
}
