import { strictEqual } from "node:assert/strict"
import { inject, KeyValue, post, routes } from "trivet"
import { type Program, statusesOf } from "./program.ts"

const seconds = 60

class Broken {
  readonly store = inject(KeyValue)

  routes() {
    return routes([post("/redeem", () => this.redeem())])
  }
  async redeem() {
    return (await this.use()) ? {} : { error: "Used", status: 409 }
  }
  async use() {
    if ((await this.store.get("used")) !== undefined) return false
    await this.store.set("used", "yes", { seconds })
    return true
  }
}

class Fixed extends Broken {
  override use() {
    return this.store.add("used", "yes", { seconds })
  }
}

/** Two requests find in Redis that a code is not used, before one of them notes that it is. */
export const redeemedTwice: Program = {
  name: "code redeemed twice through Redis",
  tables: "create table none (id int)",
  broken: Broken,
  fixed: Fixed,
  usesRedis: true,
  calls: (app) => [() => app.request("POST", "/redeem"), () => app.request("POST", "/redeem")],
  invariant(_db, outcomes) {
    strictEqual(statusesOf(outcomes).filter((status) => status === 200).length, 1)
  },
}
