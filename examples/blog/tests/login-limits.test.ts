import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"

let database: TestDatabase
let blog: RunningBlog

beforeAll(async () => {
  database = await createTestDatabase()
  blog = await startBlog({ DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" })
})

afterAll(async () => {
  await blog?.stop()
  await database?.drop()
})

/** Posts JSON from an address of this machine. */
function post(path: string, json: object, localAddress: string) {
  return new Promise<{ readonly status: number; readonly retryAfter: number }>((resolve, reject) => {
    const headers = { "content-type": "application/json" }
    const asked = request(`${blog.url}${path}`, { method: "POST", localAddress, headers })
    asked.on("error", reject)
    asked.on("response", (reply) => {
      const retryAfter = Number(reply.headers["retry-after"])
      reply.on("end", () => resolve({ status: reply.statusCode!, retryAfter })).resume()
    })
    asked.end(JSON.stringify(json))
  })
}

const password = "correct horse"
const register = (email: string, address = "127.0.0.2") =>
  post("/auth/register", { email, password, name: "Ada" }, address)

/** How many of so many wrong passwords are checked. */
async function guess(emails: readonly string[], times: number, address: string): Promise<number> {
  let checked = 0
  for (let time = 0; time < times; time++) {
    const email = emails[time % emails.length]!
    if ((await post("/auth/login", { email, password: "a wrong one" }, address)).status === 401) checked++
  }
  return checked
}

describe("the limits of the blog", () => {
  it("let 10 passwords be checked for an account, however its letters are written", async () => {
    const spellings = [
      ["miki@blog.example", "mİki@blog.example", "mikİ@blog.example", "mİkİ@blog.example"],
      ["\u212aim@blog.example", "kim@blog.example"],
      ["ſam@blog.example", "Sam@blog.example"],
      ["ｍｉａ@blog.example", "ＭＩＡ@blog.example"],
      ["rené@blog.example", "RENÉ@blog.example", "rene\u0301@blog.example"],
    ]
    for (const emails of spellings) {
      expect((await register(emails[0]!)).status).toBe(201)
      expect([emails[0], await guess(emails, 40, "127.0.0.3")]).toEqual([emails[0], 10])
    }
  })

  it("leave the owner his own tries in the network that he logs in from", async () => {
    const email = "owner@blog.example"
    await register(email)
    const login = (address: string) => post("/auth/login", { email, password }, address)
    expect((await login("127.0.0.2")).status).toBe(200)
    expect(await guess([email], 20, "127.0.0.4")).toBe(10)
    expect((await login("127.0.0.4")).retryAfter).toBeLessThanOrEqual(60)
    expect((await login("127.0.0.2")).status).toBe(200)
  })

  it("count 300 registrations of a network, and no more", async () => {
    const statuses: number[] = []
    for (let round = 0; round < 31; round++) {
      const some = Array.from({ length: 10 }, (_, at) =>
        register(`u${round}-${at}@blog.example`, "127.0.0.5"),
      )
      for (const { status } of await Promise.all(some)) statuses.push(status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await register("elsewhere@blog.example", "127.0.0.6")).status).toBe(201)
  })

  it("are logged with the other authentication events, without an e-mail address", () => {
    const log = blog.lines.join("\n")
    for (const event of ["registered", "registration limited", "login", "login refused", "login limited"])
      expect(log).toContain(`"event":"${event}"`)
    expect(log).not.toContain("@blog.example")
  })
})
