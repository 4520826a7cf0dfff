// Large because: each statement about a single post is one short check, and they are read side by side.
import assert from "node:assert/strict"
import {
  expectError,
  expectFields,
  expectTime,
  malformedIds,
  postFields,
  unknownId,
  userFields,
} from "./expectations.ts"
import { section, type Statement } from "./statement.ts"

const broken = ["", "{", "null", "[]", '"text"', "title=T"]

const creating = section("POST /posts", {
  "answers 201 with the post, not published": async (blog) => {
    const member = await blog.newMember()
    const reply = await blog.call("POST", "/posts", {
      token: member.token,
      json: { title: "A title", content: "Some content" },
    })
    assert.equal(reply.status, 201)
    expectFields(reply.json, postFields)
    const { id, created_at, updated_at, ...rest } = reply.json as Record<string, unknown>
    assert.deepEqual(rest, {
      title: "A title",
      content: "Some content",
      author_id: member.id,
      published: false,
    })
    assert.equal(typeof id, "string")
    expectTime(created_at)
    expectTime(updated_at)
  },
  "takes the author from the token and the state from nowhere": async (blog) => {
    const [member, other] = [await blog.newMember(), await blog.newMember()]
    const json = { title: "T", content: "C", author_id: other.id, published: true, id: unknownId }
    const reply = await blog.call("POST", "/posts", { token: member.token, json })
    assert.equal(reply.status, 201)
    const post = reply.json as Record<string, unknown>
    assert.deepEqual([post["author_id"], post["published"]], [member.id, false])
    assert.notEqual(post["id"], unknownId)
  },
  "generates ids that are ordered by time": async (blog) => {
    const member = await blog.newMember()
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.push((await blog.newPost(member)).id)
    assert.deepEqual(ids, ids.toSorted())
    assert.equal(new Set(ids).size, ids.length)
  },
  "keeps texts as they are": async (blog) => {
    const member = await blog.newMember()
    const title = "<b>ü ñ 漢字 🙂 '\"\\ ; drop table posts"
    const content = `${title}\n\t${"c".repeat(100_000 - Array.from(title).length - 2)}`
    const { id } = await blog.newPost(member, title, content)
    const shown = (await blog.call("GET", `/posts/${id}`)).json as Record<string, string>
    assert.equal(shown["title"], title)
    assert.equal(shown["content"], content)
  },
  "answers a title or a content that is too long, or a title of two lines, with 400": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPost(member)
    const rejected = [
      { title: "t".repeat(301), content: "c" },
      { title: "t", content: "c".repeat(100_001) },
      ...["a\nb", "a\u0007", "a\u202eb", "a\u009b"].map((title) => ({ title, content: "c" })),
    ]
    for (const json of rejected)
      for (const [method, path] of [
        ["POST", "/posts"],
        ["PUT", `/posts/${id}`],
      ] as const)
        expectError(await blog.call(method, path, { json, token: member.token }), 400, "Invalid request")
  },
  "gives at most about 1 MB of contents in a list, and the rest on the next page": async (blog) => {
    const member = await blog.newMember()
    const ids: string[] = []
    for (let at = 0; at < 13; at++) {
      const { id } = await blog.newPost(member, `${at}`, "é".repeat(50_000))
      ids.unshift(id)
    }
    const first = await blog.call("GET", "/my-posts", { token: member.token })
    const next = /^<([^>]+)>; rel="next"$/.exec(first.header("link") ?? "")?.[1]
    const second = await blog.call("GET", next!, { token: member.token })
    const idsOf = ({ json }: { readonly json: unknown }) => (json as { id: string }[]).map((post) => post.id)
    assert.ok(idsOf(first).length < 13)
    assert.deepEqual([...idsOf(first), ...idsOf(second)], ids)
    assert.ok(!second.header("link"))
    const bytes = Buffer.byteLength(JSON.stringify(first.json))
    assert.ok(bytes < 1_200_000, `${bytes} bytes`)
  },
  "answers a body that cannot be bound with 400 `Invalid request`": async (blog) => {
    const { token } = await blog.newMember()
    for (const body of broken)
      expectError(await blog.call("POST", "/posts", { token, body }), 400, "Invalid request")
  },
  "requires title and content": async (blog) => {
    const { token } = await blog.newMember()
    for (const field of ["title", "content"]) {
      for (const value of [undefined, "", 1, null]) {
        const json = { title: "T", content: "C", [field]: value }
        expectError(await blog.call("POST", "/posts", { token, json }), 400, "Invalid request")
      }
    }
  },
})

const updating = section("PUT /posts/:id", {
  "answers 200 with the post, replaced by the body's values": async (blog) => {
    const member = await blog.newMember()
    const post = await blog.newPost(member)
    const changed = await blog.replace(member, post.id, { title: "New", content: "Newer", published: true })
    expectFields(changed, postFields)
    const { updated_at, ...rest } = changed
    const { updated_at: before, ...kept } = post
    assert.deepEqual(rest, { ...kept, title: "New", content: "Newer", published: true })
    assert.ok(updated_at > before, `${updated_at} is not after ${before}`)
  },
  "refreshes `updated_at` each time and keeps `created_at`": async (blog) => {
    const member = await blog.newMember()
    const { id, created_at } = await blog.newPost(member)
    const times: string[] = []
    for (let at = 0; at < 4; at++) {
      const post = await blog.replace(member, id, { title: "T", content: "C" })
      assert.equal(post.created_at, created_at)
      times.push(post.updated_at)
    }
    assert.equal(new Set(times).size, times.length)
    assert.deepEqual(times, times.toSorted())
  },
  "sets `published` to false when it is omitted": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPublished(member)
    const changed = await blog.replace(member, id, { title: "T", content: "C" })
    assert.equal(changed.published, false)
    assert.equal(((await blog.call("GET", `/posts/${id}`)).json as { published: boolean }).published, false)
  },
  "replaces title and content also when they are omitted": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPost(member)
    const { title, content } = await blog.replace(member, id, { published: true })
    assert.deepEqual({ title, content }, { title: "", content: "" })
  },
  "lets any user change any post, whose author stays": async (blog) => {
    const [author, other] = [await blog.newMember(), await blog.newMember()]
    const { id } = await blog.newPost(author)
    const changed = await blog.replace(other, id, { title: "Mine now?", content: "No" })
    assert.equal(changed.author_id, author.id)
  },
  "answers a body that cannot be bound with 400 `Invalid request`": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPost(member)
    const wrong = ['{"title":1}', '{"published":"true"}', '{"published":1}']
    for (const body of [...broken, ...wrong]) {
      const reply = await blog.call("PUT", `/posts/${id}`, { token: member.token, body })
      expectError(reply, 400, "Invalid request")
    }
  },
  "takes null for a value that is left out": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPost(member)
    const reply = await blog.call("PUT", `/posts/${id}`, {
      token: member.token,
      json: { title: "T", content: null, published: null },
    })
    assert.equal(reply.status, 200)
    const { title, content, published } = reply.json as Record<string, unknown>
    assert.deepEqual([title, content, published], ["T", "", false])
  },
  "answers an unknown or malformed id with 500 `record not found`": async (blog) => {
    const { token } = await blog.newMember()
    for (const id of [unknownId, ...malformedIds]) {
      const reply = await blog.call("PUT", `/posts/${id}`, { token, json: { title: "T", content: "C" } })
      expectError(reply, 500, "record not found")
    }
  },
})

const deleting = section("DELETE /posts/:id", {
  "answers 204 with an empty body, and the post is gone": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPublished(member)
    const reply = await blog.call("DELETE", `/posts/${id}`, { token: member.token })
    assert.deepEqual([reply.status, reply.text], [204, ""])
    expectError(await blog.call("GET", `/posts/${id}`), 404, "Post not found")
    assert.ok(!(await blog.list()).some((post) => post.id === id))
  },
  "answers the second time as the first": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPost(member)
    for (let time = 0; time < 2; time++) {
      const reply = await blog.call("DELETE", `/posts/${id}`, { token: member.token })
      assert.deepEqual([reply.status, reply.text], [204, ""])
    }
  },
  "answers an unknown or malformed id with 204": async (blog) => {
    const { token } = await blog.newMember()
    for (const id of [unknownId, ...malformedIds])
      assert.equal((await blog.call("DELETE", `/posts/${id}`, { token })).status, 204, id)
  },
  "lets any user delete any post": async (blog) => {
    const [author, other] = [await blog.newMember(), await blog.newMember()]
    const { id } = await blog.newPost(author)
    assert.equal((await blog.call("DELETE", `/posts/${id}`, { token: other.token })).status, 204)
    assert.equal((await blog.call("GET", `/posts/${id}`)).status, 404)
  },
})

const showing = section("GET /posts/:id", {
  "gives the post with its author, published or not": async (blog) => {
    const member = await blog.newMember()
    for (const post of [await blog.newPost(member), await blog.newPublished(member)]) {
      const reply = await blog.call("GET", `/posts/${post.id}`)
      assert.equal(reply.status, 200)
      expectFields(reply.json, [...postFields, "author"])
      const { author, ...rest } = reply.json as Record<string, unknown>
      assert.deepEqual(rest, post)
      expectFields(author, userFields)
      const { id, email, name, created_at } = member
      assert.deepEqual(author, { id, email, name, created_at })
    }
  },
  "answers an unknown or malformed id with 404 `Post not found`": async (blog) => {
    for (const id of [unknownId, ...malformedIds])
      expectError(await blog.call("GET", `/posts/${id}`), 404, "Post not found")
  },
  "knows no PATCH": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPost(member)
    const reply = await blog.call("PATCH", `/posts/${id}`, { token: member.token, json: { title: "T" } })
    assert.equal(reply.status, 404)
  },
})

/** A single post, from its creation to its end. */
export const postStatements: readonly Statement[] = [...creating, ...updating, ...deleting, ...showing]
