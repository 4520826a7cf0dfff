import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import {
  type Context,
  contract,
  dto,
  implement,
  inject,
  module,
  type Next,
  PublicError,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { inTransaction } from "../../postgres/src/index.ts"
import { postgres } from "../../postgres/src/postgres.ts"
import { createTestDatabase, type TestDatabase } from "../../postgres/src/testing.ts"
import { ChargesDb, migrations } from "../../postgres/tests/idempotency/charges.ts"
import { mcp } from "../src/index.ts"

const Charges = contract({
  create: {
    method: "POST",
    path: "/charges",
    accepts: { body: dto({ amount: "required,integer" }) },
    returns: { 200: dto({ charges: "required,integer" }) },
    idempotencyKey: "required",
  },
})

class Auth {
  readonly provides = ["user_id"] as const
  handle(ctx: Context, next: Next) {
    const [, user] = /^Bearer (\w+)$/.exec(ctx.header("authorization")) ?? []
    if (user === undefined) throw new PublicError(401, "Missing token")
    ctx.set("user_id", user)
    return next()
  }
}

class ChargesController {
  readonly #db = inject(ChargesDb)

  routes() {
    const once = inTransaction(ChargesDb, { key: "charges_trx", idempotencyKey: "required" })
    return routes([...implement(Charges, this, { create: [Auth, once] })])
  }
  async create(ctx: Context<typeof Charges.create, "user_id">) {
    const charge = { user_id: ctx.get("user_id"), ...(await ctx.bind()) }
    await this.#db.insertInto("charges").values(charge).execute()
    return { charges: (await this.#db.selectFrom("charges").select("id").execute()).length }
  }
}

let test: TestDatabase
let app: Served
let client: Client
beforeAll(async () => {
  test = await createTestDatabase({ migrations })
  const root = module({
    name: "charges",
    imports: [mcp({ expose: [Charges.create] }), postgres(ChargesDb, { url: test.url })],
    declarations: [Auth, ChargesController],
  })
  app = await serve(root, { port: 0, signals: false, log: createTestLog().log, platform: api() })
  client = new Client({ name: "test", version: "1" })
  // A key of the connection is that of no effect.
  const headers = { authorization: "Bearer ada", "idempotency-key": "connection" }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers } }),
  )
})
afterAll(async () => {
  await client?.close()
  await app?.stop()
  await test?.drop()
})

it("makes the key of a route an argument of its tool", async () => {
  const { tools } = await client.listTools()
  expect(tools).toMatchObject([
    {
      inputSchema: {
        properties: {
          headers: {
            properties: {
              "Idempotency-Key": {
                type: "string",
                description: expect.stringContaining("A new value") as string,
              },
            },
            required: ["Idempotency-Key"],
          },
        },
        required: ["headers", "body"],
      },
      annotations: { destructiveHint: true, idempotentHint: true },
    },
  ])
})

it("has the effect of two calls with one key once, and none without a key", async () => {
  const call = async (amount: number, headers?: Readonly<Record<string, string>>) => {
    const given = { body: { amount }, ...(headers !== undefined && { headers }) }
    const { content } = await client.callTool({ name: "chargesCreate", arguments: given })
    return (content[0] as { text: string }).text
  }
  const key = { "Idempotency-Key": "order-7" }
  const [first, again] = [await call(5, key), await call(5, { "idempotency-key": "order-7" })]
  expect([first, again]).toEqual(['{"charges":1}', '{"charges":1}'])
  expect(await call(6, key)).toMatch(/^422: /)
  expect(await call(5)).toMatch(/^400: .*Idempotency-Key/)
  expect(await call(5, { "Idempotency-Key": "order-8" })).toBe('{"charges":2}')
})
