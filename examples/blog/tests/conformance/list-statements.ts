import assert from "node:assert/strict"
import { expectError, expectFields, postFields, userFields } from "./expectations.ts"
import { section, type Statement } from "./statement.ts"
import type { Member, Subject, WirePost } from "./subject.ts"

function nextOf(link: string): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(link)?.[1]
}

/** Follows a list from page to page, some pages at most. */
async function follow(blog: Subject, path: string, pages: number, member?: Member): Promise<WirePost[]> {
  const seen: WirePost[] = []
  let next: string | undefined = path
  for (let page = 0; page < pages && next !== undefined; page++) {
    const reply = await blog.call("GET", next, { token: member?.token })
    assert.equal(reply.status, 200)
    seen.push(...(reply.json as WirePost[]))
    next = nextOf(reply.header("link"))
  }
  return seen
}

const publicList = section("GET /posts", {
  "gives an array of published posts with their authors": async (blog) => {
    const member = await blog.newMember()
    const post = await blog.newPublished(member)
    const list = await blog.list()
    for (const one of list) {
      expectFields(one, [...postFields, "author"])
      expectFields(one.author, userFields)
      assert.equal(one.published, true)
      assert.equal(one.author?.id, one.author_id)
    }
    const { author, ...rest } = list.find(({ id }) => id === post.id)!
    assert.deepEqual(rest, post)
    assert.equal(author?.email, member.email)
  },
  "leaves out posts that are not published": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPost(member)
    assert.ok(!(await blog.list()).some((post) => post.id === id))
  },
  "follows a post that is published, changed and taken back, at once": async (blog) => {
    const member = await blog.newMember()
    const { id } = await blog.newPublished(member, "First")
    const titleNow = async () => (await blog.list()).find((post) => post.id === id)?.title
    assert.equal(await titleNow(), "First")
    await blog.replace(member, id, { title: "Second", content: "C", published: true })
    assert.equal(await titleNow(), "Second")
    await blog.replace(member, id, { title: "Third", content: "C", published: false })
    assert.equal(await titleNow(), undefined)
  },
  "is newest first": async (blog) => {
    const member = await blog.newMember()
    const made = [await blog.newPublished(member), await blog.newPublished(member)]
    const ids = (await blog.list()).map(({ id }) => id)
    assert.ok(ids.indexOf(made[1]!.id) < ids.indexOf(made[0]!.id))
    assert.deepEqual(ids, ids.toSorted().toReversed())
  },
  "gives at most `limit` posts and leads on with `Link`": async (blog) => {
    const member = await blog.newMember()
    const made: string[] = []
    for (let at = 0; at < 5; at++) made.unshift((await blog.newPublished(member)).id)
    const reply = await blog.call("GET", "/posts?limit=2")
    assert.equal((reply.json as WirePost[]).length, 2)
    assert.ok(nextOf(reply.header("link")), reply.header("link"))
    const seen = (await follow(blog, "/posts?limit=2", 3)).filter(({ author_id }) => author_id === member.id)
    assert.deepEqual(
      seen.map(({ id }) => id),
      made,
    )
  },
  "brings an odd limit into its bounds": async (blog) => {
    const member = await blog.newMember()
    await blog.newPublished(member)
    await blog.newPublished(member)
    for (const limit of ["0", "-5", "1", "1.9"])
      assert.equal((await blog.list(`/posts?limit=${limit}`)).length, 1, limit)
    for (const limit of ["", "abc", "101", "1e9", "NaN", "Infinity", "%20"]) {
      const { length } = await blog.list(`/posts?limit=${limit}`)
      assert.ok(length >= 2 && length <= 100, `${limit}: ${length}`)
    }
  },
  "refuses a cursor that it never gave out": async (blog) => {
    for (const cursor of ["x", "1", "'", "%00"])
      expectError(await blog.call("GET", `/posts?cursor=${cursor}`), 400, "Invalid request")
  },
})

const ownList = section("GET /my-posts", {
  "gives the caller's own posts, published or not, without author": async (blog) => {
    const [member, other] = [await blog.newMember(), await blog.newMember()]
    const made = [await blog.newPost(member), await blog.newPublished(member)]
    await blog.newPublished(other)
    const reply = await blog.call("GET", "/my-posts", { token: member.token })
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.json, made.toReversed())
    for (const post of reply.json) expectFields(post, postFields)
  },
  "is an empty array for who has written nothing": async (blog) => {
    const { token } = await blog.newMember()
    const reply = await blog.call("GET", "/my-posts", { token })
    assert.deepEqual([reply.status, reply.json], [200, []])
  },
  "gives at most `limit` posts and leads on with `Link`": async (blog) => {
    const member = await blog.newMember()
    const made: string[] = []
    for (let at = 0; at < 5; at++) made.unshift((await blog.newPost(member)).id)
    const seen = await follow(blog, "/my-posts?limit=2", 10, member)
    assert.deepEqual(
      seen.map(({ id }) => id),
      made,
    )
  },
})

/** The two lists. */
export const listStatements: readonly Statement[] = [...publicList, ...ownList]
