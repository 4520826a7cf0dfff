import { request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { noteFigure } from "../../../../../scripts/suite/note-figure.ts"
import { Api, someEmail } from "../api.ts"
import { createTestDatabase, servicesOf } from "../test-database.ts"
import { TestServer } from "../test-server.ts"

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!

/** Posts JSON from an address of this machine, and gives the status; `undefined` where the client left before the reply. */
function post(
  url: string,
  from: { readonly address: string; readonly leaves?: number },
  body: object,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request(url, {
      method: "POST",
      localAddress: from.address,
      headers: { "content-type": "application/json" },
      ...(from.leaves !== undefined && { signal: AbortSignal.timeout(from.leaves) }),
    })
    asked.on("error", () => resolve(undefined))
    asked.on("response", (reply) => {
      reply.on("error", () => resolve(undefined))
      reply.on("end", () => resolve(reply.statusCode)).resume()
    })
    asked.end(JSON.stringify(body))
  })
}

// Reads a clock, so it is tried again on a shared machine.
it(
  "300 registrations that are abandoned leave logins from elsewhere their speed, and their hashes are not made",
  { retry: 2 },
  async () => {
    const database = await createTestDatabase()
    const server = await TestServer.start({
      DATABASE_URL: database.url,
      REDIS_URL: servicesOf().redis,
      REDIS_PREFIX: `auth-${crypto.randomUUID()}`,
      JWT_SECRET: crypto.randomUUID(),
      BCRYPT_COST: "11",
    })
    try {
      const { email, password } = await new Api(server.url).register()
      const times = { quiet: [] as number[], flooded: [] as number[] }
      const login = async (kind: keyof typeof times, at: number) => {
        const began = performance.now()
        const address = `127.0.0.${10 + (at % 5)}`
        expect(await post(`${server.url}/auth/login`, { address }, { email, password })).toBe(200)
        times[kind].push(performance.now() - began)
      }
      const flood = () =>
        Array.from({ length: 100 }, () =>
          post(
            `${server.url}/auth/register`,
            { address: "127.0.0.9", leaves: 700 },
            { email: `flood-${someEmail()}`, password: "correct horse", name: "Eve" },
          ),
        )
      for (let round = 0; round < 3; round++) {
        for (let at = 0; at < 5; at++) await login("quiet", at)
        const left = flood()
        await sleep(50)
        for (let at = 0; at < 5; at++) await login("flooded", at)
        await Promise.all(left)
      }
      const made = async () =>
        (await database.query<object>("select id from users where email like 'flood-%'")).length
      const atEnd = await made()
      await sleep(2_000)
      const [quiet, flooded] = [median(times.quiet), median(times.flooded)]
      noteFigure(
        "300 abandoned registrations",
        "auth, BCRYPT_COST=11",
        `logins ${flooded.toFixed(0)} ms, ${quiet.toFixed(0)} ms without them; ${await made()} hashes made`,
      )
      // One may have been in progress; all others were dropped with their clients.
      expect(await made()).toBeLessThanOrEqual(atEnd + 1)
      expect(await made()).toBeLessThan(100)
      expect(flooded).toBeLessThan(2 * quiet)
      expect(server.log).not.toContain("call failed")
    } finally {
      await server.stop()
      await database.drop()
    }
  },
)
