import { describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { Subject } from "./conformance/subject.ts"
import { runCli } from "./testing/run-cli.ts"
import { startBlog, testSecret } from "./testing/start-blog.ts"

describe("npm start", () => {
  it("starts with nothing set, says on what, and rejects the 11th wrong password of an account", async () => {
    const blog = await startBlog({})
    try {
      await expect
        .poll(() => blog.lines.at(-1))
        .toContain("in memory only, lost when this process ends: database, rate limits")
      const subject = new Subject(blog.url)
      const { id } = await subject.newPublished(await subject.newMember())
      expect((await subject.list()).map((post) => post.id)).toEqual([id])
      expect(await wrongPasswords(subject)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    } finally {
      await blog.stop()
    }
  })

  it("refuses production without its database and its key, and names them", async () => {
    const refused = await startBlog({ NODE_ENV: "production" }).catch(String)
    expect(refused).toContain("DATABASE_URL")
    expect(refused).toContain("JWT_SECRET")
    const short = { NODE_ENV: "production", DATABASE_URL: "postgres://127.0.0.1:1/x", JWT_SECRET: "short" }
    expect(await startBlog(short).catch(String)).toContain("production needs at least 32")
  })

  it("refuses what it does not understand", async () => {
    const refused = await startBlog({ BCRYPT_COST: "3", RATE_LIMIT: "perhaps" }).catch(String)
    expect(refused).toContain("BCRYPT_COST")
    expect(refused).toContain("RATE_LIMIT")
  })

  it("checks the 11th wrong password of an account with limits off", async () => {
    const database = await createTestDatabase()
    const variables = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" }
    const blog = await startBlog({ ...variables, RATE_LIMIT: "off" })
    try {
      const statuses = await wrongPasswords(new Subject(blog.url))
      expect(statuses).toEqual([...Array.from({ length: 11 }, () => 401), 200])
    } finally {
      await blog.stop()
      await database.drop()
    }
  })
})

/** The statuses of 11 logins with a wrong password, and of one with the right one. */
async function wrongPasswords(subject: Subject): Promise<readonly number[]> {
  const { email, password } = await subject.newMember()
  const statuses: number[] = []
  for (const tried of [...Array.from({ length: 11 }, () => "a wrong one"), password])
    statuses.push((await subject.call("POST", "/auth/login", { json: { email, password: tried } })).status)
  return statuses
}

describe("npm run cli", () => {
  it("registers users, seeds, lists and publishes posts", async () => {
    const database = await createTestDatabase()
    const variables = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" }
    try {
      const seeded = await runCli(["seed", "--users", "3", "--posts", "25"], variables)
      expect(seeded.stdout).toContain("3 users and 25 posts")
      const listed = await runCli(["posts", "list", "--limit", "100", "--json"], variables)
      const posts = JSON.parse(listed.stdout) as { id: string; title: string; author: string }[]
      expect(posts).toHaveLength(22)
      expect(Object.keys(posts[0]!)).toEqual(["id", "title", "author", "created_at"])
      const published = await runCli(["posts", "publish", posts[0]!.id, "--json"], variables)
      expect(JSON.parse(published.stdout)).toMatchObject({ id: posts[0]!.id, published: true })
      const missed = await runCli(["posts", "publish", "nope"], variables)
      expect(missed).toMatchObject({ code: 1, stderr: "blog: Post not found\n" })
      const person = ["users", "create", "--email", "ada@blog.example", "--name", "Ada"]
      expect((await runCli(person, variables, "short\n")).stderr).toContain("at least 8 characters")
      const made = await runCli(person, variables, "longenough\n")
      expect(made).toMatchObject({ code: 0, stdout: expect.not.stringContaining("longenough") as string })
      const twice = await runCli(person, variables, "longenough\n")
      expect(twice.code).toBe(1)
      expect(twice.stderr).toContain("email already registered")
    } finally {
      await database.drop()
    }
  })
})
