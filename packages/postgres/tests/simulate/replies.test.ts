import { sql } from "kysely"
import { contract, dto, get, implement, module, post, routes } from "trivet"
import { createClient } from "trivet/client"
import { createTestApp } from "trivet/testing"
import { afterAll, describe, expect, it } from "vitest"
import { createTestDatabase, simulate, type SimulateOptions } from "../../src/testing.ts"
import { postgres } from "../../src/index.ts"
import { brokenReply } from "./programs/broken-reply.ts"
import { Db, useQueries } from "./programs/program.ts"
import { dropDatabase, reportOn } from "./simulated.ts"

const database = createTestDatabase()

const Texts = contract({
  show: { method: "GET", path: "/text", returns: { 200: dto({ text: "required" }) } },
})

class Replies {
  readonly #run = useQueries()

  routes() {
    return routes([
      // The compiler sees what a handler returns, and not what a database does.
      ...implement(Texts, { show: () => this.#after({ text: 7 }) as Promise<never> }),
      post("/made", () => this.#after({}), { returns: { 201: dto({}) } }),
      get("/declared", () => this.#after({ error: "Out of order", status: 500 }), {
        returns: { 200: null, 500: dto({ error: "required" }) },
      }),
      get("/thrown", () => this.#run(sql`select 1 / 0`), { returns: { 200: null, 500: dto({}) } }),
    ])
  }
  async #after(value: object) {
    await this.#run(sql`select`)
    return value
  }
}

async function simulateReplies(calls: SimulateOptions["calls"], failures: SimulateOptions["failures"] = []) {
  const { url } = await database
  const root = module({ name: "replies", imports: [postgres(Db, { url })], declarations: [Replies] })
  // The check of the application would turn each of them into a 500.
  const load = () => createTestApp(root, { returns: { check: false } })
  return simulate(load, { calls, failures, invariant: () => undefined, seeds: 3 }).then(
    () => "nothing",
    (error: Error) => error.message,
  )
}

afterAll(async () => {
  await dropDatabase()
  await (await database).drop()
})

describe("replies in a simulation", () => {
  it("are compared with the contract, and the story has what is wrong", async () => {
    const report = await reportOn(brokenReply)
    expect(report).toContain(
      "A: GET /order answers 500: The result of `GET /order` does not match `returns` of its record: customer is required.",
    )
    expect(report).toMatch(/A {2}GET \/order answers 500: The result/)
  })

  it("are compared where the application does not check its results", async () => {
    expect(await simulateReplies((app) => [() => app.request("GET", "/text?a=1")])).toContain(
      "A: GET /text answers 200, and its body does not match `returns`: text must be a text",
    )
    expect(await simulateReplies((app) => [() => app.request("POST", "/made")])).toContain(
      "A: POST /made answers 200, which `returns` does not declare",
    )
  })

  it("are compared as a client gets them, which reads their body too", async () => {
    const show = async (app: Parameters<SimulateOptions["calls"]>[0]) =>
      (await createClient(Texts, app).show()).body
    expect(await simulateReplies((app) => [() => show(app)])).toContain("its body does not match `returns`")
  })

  it("are compared in seeds with failures too", async () => {
    const text = (app: Parameters<SimulateOptions["calls"]>[0]) => [() => app.request("GET", "/text")]
    expect(await simulateReplies(text, ["clock"])).toContain("its body does not match `returns`")
  })

  it("may be a 500 that is declared, unless the handler throws", async () => {
    expect(await simulateReplies((app) => [() => app.request("GET", "/declared")])).toBe("nothing")
    expect(await simulateReplies((app) => [() => app.request("GET", "/thrown")])).toContain(
      "A: GET /thrown answers 500: division by zero",
    )
  })
})
