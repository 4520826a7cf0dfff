import { Api, bearer } from "../../examples/auth/tests/conformance/api.ts"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { Subject } from "../../examples/blog/tests/conformance/subject.ts"
import { startBlog, testSecret } from "../../examples/blog/tests/testing/start-blog.ts"
import type { LedgerRequest } from "../../scripts/suite/ledger.ts"

/** A database that can be asked. */
export interface Asked {
  query<Row extends object>(text: string): Promise<Row[]>
}

/** How a ledger is kept in an application. */
export interface Book {
  /** Two calls that write and one that reads, in turn. */
  requestFor(id: string, at: number): LedgerRequest
  /** The ids of ledgers that the database has now, each as often as it is there. */
  present(database: Asked): Promise<readonly string[]>
}

/** One of the two references, in a process of its own. */
export interface Reference extends Book {
  readonly url: string
  stop(): Promise<void>
}

/** Variables of the environment. */
export type Variables = Readonly<Record<string, string>>

/** What every process of a test is given beside its own. */
export const base: Variables = { JWT_SECRET: testSecret, BCRYPT_COST: "4", RATE_LIMIT: "off" }

/** In the blog a record is a post, and its id the title. */
export async function blogBook(url: string): Promise<Book> {
  const subject = new Subject(url)
  const member = await subject.newMember()
  const { id: known } = await subject.newPublished(member)
  const headers = { authorization: `Bearer ${member.token}`, "content-type": "application/json" }
  const content = `ledger ${member.id}`
  return {
    requestFor: (id, at) =>
      at % 3 === 2
        ? { method: "GET", url: at % 2 === 0 ? `${url}/posts/${known}` : `${url}/posts` }
        : { method: "POST", url: `${url}/posts`, headers, json: { title: id, content } },
    present: async (database) => {
      // The content is ours, made of an id.
      const rows = await database.query<{ title: string }>(
        `select title from posts where content = '${content}'`,
      )
      return rows.map(({ title }) => title)
    },
  }
}

/** In the authentication service a record is a user, and its id the name. */
export async function authBook(url: string): Promise<Book> {
  const { token } = await new Api(url).register()
  const headers = { "content-type": "application/json" }
  return {
    requestFor: (id, at) => {
      if (at % 3 === 2) return { method: "GET", url: `${url}/auth/me`, headers: bearer(token) }
      const json = { email: `${id}@ledger.example`, password: "a good password", name: id }
      return { method: "POST", url: `${url}/auth/register`, headers, json }
    },
    present: async (database) => {
      const rows = await database.query<{ name: string }>(
        "select name from users where email like '%@ledger.example'",
      )
      return rows.map(({ name }) => name)
    },
  }
}

/** Starts one of them, with a book. */
export const references = {
  blog: async (variables: Variables): Promise<Reference> => {
    const blog = await startBlog({ ...base, ...variables })
    return { url: blog.url, ...(await blogBook(blog.url)), stop: () => blog.stop() }
  },
  auth: async (variables: Variables): Promise<Reference> => {
    const server = await TestServer.start({ ...base, ...variables })
    return { url: server.url, ...(await authBook(server.url)), stop: () => server.stop() }
  },
} as const
