import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ask, bearer, createTestAuth, issueToken } from "../testing/test-auth.ts"

let server: Server
let requests = 0

/** A server that offers the attacker's key, and counts who asks for it. */
beforeAll(async () => {
  const key = { kty: "oct", alg: "HS256", k: Buffer.from("mine").toString("base64url") }
  server = createServer((_, response) => {
    requests++
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys: [key] }))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
})
afterAll(() => server.close())

describe("attack 47: a token that says where its key is", () => {
  it.each(["jku", "x5u", "kid", "iss"])("is rejected, and nothing is fetched: %s", async (name) => {
    const { app } = await createTestAuth()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys.json`
    const [, claims] = (await issueToken(app)).split(".")
    const head = Buffer.from(JSON.stringify({ alg: "HS256", [name]: url })).toString("base64url")
    const signature = createHmac("sha256", "mine").update(`${head}.${claims}`).digest("base64url")
    const reply = await ask(app, "/bearer", bearer(`${head}.${claims}.${signature}`))
    expect(reply).toEqual([401, { error: "Invalid token" }])
    expect(requests).toBe(0)
  })
})
