import assert from "node:assert/strict"
import { section, type Statement } from "./statement.ts"

/** Conditional GET on the two public routes. */
export const conditionalStatements: readonly Statement[] = section("Conditional GET", {
  "both public routes give an `ETag`, and 304 to whoever has the content": async (blog) => {
    const { id } = await blog.newPublished(await blog.newMember())
    for (const path of ["/posts", "/posts?limit=1", `/posts/${id}`]) {
      const tag = (await blog.call("GET", path)).header("etag")
      assert.match(tag, /^"[^"]+"$/)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const reply = await blog.call("GET", path, { headers: { "if-none-match": known } })
        assert.deepEqual([reply.status, reply.text, reply.header("etag")], [304, "", tag], `${path} ${known}`)
      }
      const other = await blog.call("GET", path, { headers: { "if-none-match": '"other"' } })
      assert.equal(other.status, 200)
    }
  },
  "changed content has another `ETag` and is given whole": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPublished(member)
    for (const path of ["/posts", `/posts/${id}`]) {
      const before = (await blog.call("GET", path)).header("etag")
      await blog.replace(member, id, { title: `Changed for ${path}`, content: "C", published: true })
      const reply = await blog.call("GET", path, { headers: { "if-none-match": before } })
      assert.equal(reply.status, 200)
      assert.ok(reply.text.includes(`Changed for ${path}`))
      assert.notEqual(reply.header("etag"), before)
    }
  },
  "an error has none": async (blog) => {
    const reply = await blog.call("GET", "/posts/nope", { headers: { "if-none-match": "*" } })
    assert.deepEqual([reply.status, reply.header("etag")], [404, ""])
  },
})
