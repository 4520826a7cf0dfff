import { RedisConnection } from "@trivet/redis"
import { Cache, inject } from "trivet"
import { CachedPrice, checkPrice, pricesTable } from "./cached-price.ts"
import type { Program } from "./program.ts"

const seconds = 60

class Broken extends CachedPrice {
  readonly #redis = inject(RedisConnection)
  readonly #key = `price-${crypto.randomUUID()}`

  async show() {
    const kept = await this.#redis.send<string | null>(["GET", this.#key])
    if (kept !== null) return Number(kept)
    const cents = await this.read()
    await this.#redis.send(["SET", this.#key, String(cents), "EX", String(seconds)])
    return cents
  }
  forget() {
    return this.#redis.send(["DEL", this.#key])
  }
}

class Fixed extends CachedPrice {
  readonly #cache = inject(Cache)

  show() {
    return this.#cache.remember("price", { seconds }, () => this.read())
  }
  forget() {
    return this.#cache.delete("price")
  }
}

/** A price that was read before it changed is stored in Redis after the change has deleted the key. */
export const staleRedisFill: Program = {
  name: "stale cache fill through Redis",
  tables: pricesTable,
  broken: Broken,
  fixed: Fixed,
  usesRedis: true,
  calls: (app) => [() => app.request("GET", "/price"), () => app.request("PUT", "/price")],
  invariant: (db, _outcomes, app) => checkPrice(db, app),
}
