import { Api } from "../../examples/auth/tests/conformance/api.ts"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { Subject } from "../../examples/blog/tests/conformance/subject.ts"
import { startBlog, testSecret } from "../../examples/blog/tests/testing/start-blog.ts"
import { createTestDatabase } from "@trivet/postgres/testing"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { startServer } from "../http/start-server.ts"
import type { Part } from "./cost.ts"

/** A call whose cost is measured. */
export interface Call {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly method: string
  readonly body?: string
  readonly token?: string
  /** How many calls make a sample, for kinds so slow that a second would hold too few. */
  readonly times?: number
  /** The process that answers. */
  readonly pid: number
}

/** Both references and what they stand on, and the calls that are made to them. */
export interface Scene {
  readonly calls: readonly Call[]
  /** The ids of the processes of each part, where this one answers. PostgreSQL's come and go. */
  processesOf(pid: number): Readonly<Record<Part, readonly number[]>>
  stop(): Promise<void>
}

const posts = 200

/** Starts everything. */
export async function openScene(): Promise<Scene> {
  const server = await PrivatePostgres.start()
  const redis = await PrivateRedis.start()
  const own = { JWT_SECRET: testSecret, RATE_LIMIT: "off", NODE_ENV: "production", REDIS_URL: redis.url }
  const [blogData, authData] = [
    await createTestDatabase({ url: server.url }),
    await createTestDatabase({ url: server.url }),
  ]
  const plain = await startServer("trivet", "node")
  const blog = await startBlog({ ...own, DATABASE_URL: blogData.url, BCRYPT_COST: "4" })
  const auths = await Promise.all(
    ["10", "14"].map((cost) => TestServer.start({ ...own, DATABASE_URL: authData.url, BCRYPT_COST: cost })),
  )
  const calls: Call[] = [
    {
      name: "hello",
      title: "route with a parameter, JSON",
      url: `${plain.url}/users/1`,
      method: "GET",
      pid: plain.pid,
    },
    ...(await blogCalls(blog.url, blog.pid)),
    ...(await authCalls(auths)),
  ]
  return {
    calls,
    processesOf: (pid) => ({ process: [pid], PostgreSQL: server.processes, Redis: [redis.pid] }),
    stop: async () => {
      plain.stop()
      await Promise.all([blog.stop(), ...auths.map((auth) => auth.stop())])
      await redis.stop()
      await server.remove()
    },
  }
}

async function blogCalls(url: string, pid: number): Promise<Call[]> {
  const subject = new Subject(url)
  const member = await subject.newMember()
  const { id } = await subject.newPublished(member, "The first")
  for (let at = 1; at < posts; at++) await subject.newPublished(member, `Post ${at}`)
  const body = JSON.stringify({ title: "Measured", content: "Some content" })
  return [
    { name: "list", title: "blog: public list of 100, cached", url: `${url}/posts`, method: "GET", pid },
    { name: "post", title: "blog: a post by its id", url: `${url}/posts/${id}`, method: "GET", pid },
    {
      name: "create",
      title: "blog: create a post",
      url: `${url}/posts`,
      method: "POST",
      body,
      token: member.token,
      pid,
    },
  ]
}

async function authCalls(auths: readonly TestServer[]): Promise<Call[]> {
  const calls: Call[] = []
  for (const [at, { url, pid }] of auths.entries()) {
    const { email, password, token } = await new Api(url).register()
    if (at === 0)
      calls.push({
        name: "me",
        title: "auth: bearer token and its user",
        url: `${url}/auth/me`,
        method: "GET",
        token,
        pid,
      })
    const cost = at === 0 ? 10 : 14
    calls.push({
      name: `login-${cost}`,
      title: `auth: login, bcrypt at cost ${cost}`,
      url: `${url}/auth/login`,
      method: "POST",
      body: JSON.stringify({ email, password }),
      times: at === 0 ? 20 : 4,
      pid,
    })
  }
  return calls
}
