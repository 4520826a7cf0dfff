import { RedisConnection } from "@trivet/redis"
import { type Context, get, inject, post, routes } from "trivet"
import { afterAll, describe, expect, it } from "vitest"
import type { SimulateOptions } from "../../src/testing.ts"
import type { Program } from "./programs/program.ts"
import { dropDatabase, reportOn, simulateProgram } from "./simulated.ts"

const prefix = `simulate-${crypto.randomUUID()}`

class Keys {
  readonly #redis = inject(RedisConnection)

  routes() {
    return routes([get("/keys", this.read), post("/keys/:value", this.write)])
  }
  read() {
    return Promise.all(["a", "b", "c"].map((name) => this.#redis.send(["GET", `${prefix}-${name}`])))
  }
  async write(ctx: Context<"/keys/:value">) {
    const value = ctx.param("value")
    await this.#redis.send(["MSET", `${prefix}-a`, value, `${prefix}-b`, value])
    await this.#redis.send(["EVAL", "redis.call('set', KEYS[1], ARGV[1])", "1", `${prefix}-c`, value])
    return {}
  }
}

const program: Program = {
  name: "keys",
  tables: "create table none (id int)",
  broken: Keys,
  fixed: Keys,
  usesRedis: true,
  calls: (app) => ["1", "2"].map((value) => () => app.request("POST", `/keys/${value}`)),
  invariant: () => undefined,
}

const setup: SimulateOptions["setup"] = async (app) => {
  await app.get(RedisConnection).send(["SET", `${prefix}-a`, "first", "EX", "60"])
}

afterAll(dropDatabase)

describe("commands of Redis in a simulation", () => {
  it("leave the keys between two seeds as they were after `setup`, also after a crash", async () => {
    const seen: unknown[] = []
    const calls: SimulateOptions["calls"] = async (app) => {
      seen.push((await app.request("GET", "/keys")).json())
      return program.calls(app)
    }
    await simulateProgram(program, "fixed", { setup, calls, failures: ["crash"], seeds: 12 })
    expect(seen).toEqual(Array.from({ length: 12 }, () => ["first", null, null]))
  })

  it("keep the time at which a key expires", async () => {
    const left: unknown[] = []
    const calls: SimulateOptions["calls"] = async (app) => {
      left.push(await app.get(RedisConnection).send(["TTL", `${prefix}-a`]))
      return program.calls(app)
    }
    await simulateProgram(program, "fixed", { setup, calls, seeds: 3 })
    for (const seconds of left) expect(seconds).toBeGreaterThan(50)
  })

  it("fail before they run, and lose their reply after it", async () => {
    const seen = new Set<string>()
    const calls: SimulateOptions["calls"] = (app) => [() => app.request("POST", "/keys/1")]
    const invariant: SimulateOptions["invariant"] = async (app, [outcome]) => {
      seen.add(`${outcome!.status} ${(await app.request("GET", "/keys")).text()}`)
    }
    await simulateProgram(program, "fixed", {
      setup,
      calls,
      invariant,
      failures: ["lostReply", "error"],
      seeds: 60,
    })
    expect(seen).toEqual(
      new Set(['200 ["1","1","1"]', '503 ["first",null,null]', '503 ["1","1",null]', '503 ["1","1","1"]']),
    )
  })

  it("have their name and their place in the story, and no values", async () => {
    const report = await reportOn(program, {
      failures: ["error"],
      invariant: (_app, [one]) => one!.status === 200,
    })
    expect(report).toMatch(/ MSET {2,}packages\/postgres\/tests\/simulate\/redis\.test\.ts:\d+:\d+/)
    expect(report).not.toContain(prefix)
  })
})
