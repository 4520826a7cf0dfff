import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testSecret } from "../../examples/blog/tests/testing/start-blog.ts"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { PrivateHaproxy } from "../testing/private-haproxy.ts"
import { type Program, serveProgram } from "../testing/serve-program.ts"

const root = join(import.meta.dirname, "../..")
const json = {
  type: "application/json",
  write: (fields: Readonly<Record<string, string>>) => JSON.stringify(fields),
  signUp: "/auth/register",
  signIn: "/auth/login",
  signedIn: 200,
}
const form = {
  type: "application/x-www-form-urlencoded",
  write: (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString(),
  signUp: "/sign-up",
  signIn: "/sign-in",
  signedIn: 303,
}
const applications = [
  ["the blog's API", "examples/blog/src/main.ts", json],
  ["the blog's site", "examples/blog/src/web.ts", form],
  ["the template api", "packages/tool/templates/api/src/main.ts", json],
  ["the template web", "packages/tool/templates/web/src/main.ts", form],
] as const

describe.each(applications)("%s behind HAProxy", (_, path, kind) => {
  let database: TestDatabase
  let program: Program
  let balancer: PrivateHaproxy
  const start = (proxies: string) =>
    serveProgram(join(root, path), {
      DATABASE_URL: database.url,
      JWT_SECRET: testSecret,
      BCRYPT_COST: "4",
      TRUSTED_PROXIES: proxies,
    })

  beforeAll(async () => {
    database = await createTestDatabase()
    program = await start("127.0.0.1, 10.0.0.0/8")
    balancer = await PrivateHaproxy.start(program.port, program.port)
    await balancer.untilUp("one")
  })
  afterAll(async () => {
    await balancer?.stop()
    await program?.stop()
    await database?.drop()
  })

  /** Sends fields from one of this machine's own addresses, which HAProxy takes for the client's. */
  async function send(client: string, target: string, fields: Readonly<Record<string, string>>) {
    const call = request(`${balancer.url}${target}`, {
      method: "POST",
      localAddress: client,
      // What a client says about itself must not count.
      headers: { "content-type": kind.type, "x-forwarded-for": "127.0.0.3" },
    })
    call.end(kind.write(fields))
    const [reply] = (await once(call, "response")) as [IncomingMessage]
    const [status, body] = [reply.statusCode!, await text(reply)]
    return { status, locked: status === 429 || /too many/i.test(body) }
  }

  it("locks out a client that guesses passwords, and nobody else", async () => {
    const ada = { email: "ada@example.com", password: "correct horse battery" }
    expect((await send("127.0.0.3", kind.signUp, { ...ada, name: "Ada" })).status).toBeLessThan(400)
    let guesses = 0
    for (let locked = false; !locked; guesses++) {
      if (guesses > 200) throw new Error("the guesses are never limited")
      const guess = { email: `guess-${guesses}@example.com`, password: "wrong wrong" }
      locked = (await send("127.0.0.2", kind.signIn, guess)).locked
    }
    expect(guesses).toBeGreaterThan(10)
    expect((await send("127.0.0.2", kind.signIn, ada)).locked).toBe(true)
    expect((await send("127.0.0.3", kind.signIn, ada)).status).toBe(kind.signedIn)
  })

  it("tells browsers to stay on HTTPS where the proxy says that they came over it", async () => {
    const ask = async (proto: string) =>
      (
        await fetch(`http://127.0.0.1:${program.port}/health/live`, {
          headers: { "x-forwarded-proto": proto },
        })
      ).headers.get("strict-transport-security")
    expect(await ask("https")).toMatch(/^max-age=\d{8}/)
    expect(await ask("http")).toBeNull()
  })

  it("does not start with proxies that are no addresses, and names the wrong one", async () => {
    const message = await start("127.0.0.1, balancer").then((started) => started.stop(), String)
    expect(message).toContain(
      '"balancer" in trustedProxies is not an address, such as 10.0.0.1, or a network, such as 10.0.0.0/8',
    )
  })
})
