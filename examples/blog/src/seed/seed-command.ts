import { command, type Context, dto, inject, routes } from "trivet"
import { createProgress } from "trivet/cli"
import { seedPassword, SeedService } from "./seed-service.ts"

const seed = {
  path: "seed",
  accepts: { query: dto({ users: "integer,min=1", posts: "integer,min=0" }) },
} as const

/** The command that fills the blog. */
export class SeedCommand {
  readonly #seeds = inject(SeedService)

  routes() {
    return routes([
      command(seed.path, this.seed, {
        summary: "Make --users (10,000) and --posts (1,000,000)",
        accepts: seed.accepts,
      }),
    ])
  }

  async seed(ctx: Context<typeof seed>) {
    const { users = 10_000, posts = 1_000_000 } = ctx.input("query")
    const began = performance.now()
    const progress = createProgress({ total: users + posts, label: "seed" })
    await this.#seeds.seed({ users, posts }, (count) => {
      ctx.signal.throwIfAborted()
      progress.add(count)
    })
    progress.end()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    return `${users} users and ${posts} posts in ${seconds} s. The password of all is ${seedPassword}`
  }
}
