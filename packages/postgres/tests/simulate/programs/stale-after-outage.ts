import { RedisConnection } from "@trivet/redis"
import { Cache, inject } from "trivet"
import { CachedPrice, checkPrice, pricesTable } from "./cached-price.ts"
import type { Program } from "./program.ts"

const seconds = 60

class Broken extends CachedPrice {
  readonly #redis = inject(RedisConnection)
  readonly #key = `price-${crypto.randomUUID()}`

  async show() {
    const kept = await this.#send(["GET", this.#key])
    if (typeof kept === "string") return Number(kept)
    const cents = await this.read()
    await this.#send(["SET", this.#key, String(cents), "EX", String(seconds)])
    return cents
  }
  forget() {
    return this.#send(["DEL", this.#key])
  }
  /** A cache may be missing, so its errors are no errors of the call. */
  #send(command: readonly string[]): Promise<unknown> {
    return this.#redis.send(command).catch(() => undefined)
  }
}

class Fixed extends CachedPrice {
  readonly #cache = inject(Cache)

  show() {
    return this.#cache.remember("price", { seconds }, () => this.read())
  }
  /** A key that could not be deleted is deleted before it is read again. */
  forget() {
    return this.#cache.delete("price")
  }
}

/** The command that deletes a cached price is lost, and the old price stays. */
export const staleAfterOutage: Program = {
  name: "stale cache after a lost command",
  tables: pricesTable,
  broken: Broken,
  fixed: Fixed,
  usesRedis: true,
  failures: ["lostReply", "error"],
  calls: (app) => [
    async () => {
      await app.request("GET", "/price")
      return app.request("PUT", "/price")
    },
  ],
  invariant: (db, _outcomes, app) => checkPrice(db, app),
}
