import assert from "node:assert/strict"
import type { Received } from "./client.ts"
import { expectFields, unknownId } from "./expectations.ts"
import { section, type Statement } from "./statement.ts"
import type { Subject } from "./subject.ts"

const driversWords = /relation|does not exist|column|syntax|SQL|42P01|select|insert|postgres|"posts"|"users"/i

/** The store's own words: one sentence, nothing of the driver's. */
function expectStoresWords(reply: Received, status: number): void {
  assert.equal(reply.status, status, reply.text)
  expectFields(reply.json, ["error"])
  const { error } = reply.json as { error: string }
  assert.match(error, /^the store of (posts|users) /)
  assert.doesNotMatch(error, driversWords)
}

async function withoutTable(blog: Subject, name: string, check: () => Promise<void>): Promise<void> {
  await blog.store!.query(`alter table ${name} rename to ${name}_gone`)
  try {
    await check()
  } finally {
    await blog.store!.query(`alter table ${name}_gone rename to ${name}`)
  }
}

/** What only shows with access to the database. Makes the tables unavailable for a moment: not for a blog in use. */
export const storeStatements: readonly Statement[] = section(
  "The store",
  {
    "keeps passwords as bcrypt hashes of cost 10 only": async (blog) => {
      const { email, password } = await blog.newMember()
      const [row] = await blog.store!.query("select * from users where email = $1", [email])
      assert.match(String(row!["password"]), /^\$2[aby]\$10\$/)
      assert.ok(!JSON.stringify(row).includes(password))
    },
    "with the tables gone, create, update and delete are 500 with the store's message": async (blog) => {
      const { token } = await blog.newMember()
      const json = { title: "T", content: "C" }
      await withoutTable(blog, "posts", async () => {
        expectStoresWords(await blog.call("POST", "/posts", { token, json }), 500)
        expectStoresWords(await blog.call("PUT", `/posts/${unknownId}`, { token, json }), 500)
        expectStoresWords(await blog.call("DELETE", `/posts/${unknownId}`, { token }), 500)
      })
    },
    "with the tables gone, reading is 503 with the store's message": async (blog) => {
      const { token } = await blog.newMember()
      await withoutTable(blog, "posts", async () => {
        for (const path of [`/posts/${unknownId}`, "/posts?limit=1", "/my-posts"]) {
          const reply = await blog.call("GET", path, { token })
          expectStoresWords(reply, 503)
          assert.equal(reply.header("retry-after"), "1")
        }
      })
    },
    "with the tables gone, register is 400 with the store's message, login 503": async (blog) => {
      const json = { email: blog.newEmail(), password: "a good password", name: "Ada" }
      await withoutTable(blog, "users", async () => {
        expectStoresWords(await blog.call("POST", "/auth/register", { json }), 400)
        expectStoresWords(await blog.call("POST", "/auth/login", { json }), 503)
      })
    },
    "goes on when they are back": async (blog) => {
      const member = await blog.newMember()
      const { id } = await blog.newPublished(member)
      assert.ok((await blog.list()).some((post) => post.id === id))
    },
  },
  "store",
)
