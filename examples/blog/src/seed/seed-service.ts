import { Passwords } from "@trivet/auth"
import { sql } from "kysely"
import { Clock, inject } from "trivet"
import { Db } from "../database/db.ts"
import { idAt } from "../ids/time-ordered-ids.ts"
import { PublicList } from "../posts/public-list.ts"
import { paragraph, sentence } from "./sample-text.ts"

/** How much is made. */
export interface SeedSize {
  readonly users: number
  readonly posts: number
}

/** The password of everybody who was made. */
export const seedPassword = "trivet-blog"

const batch = 5_000
/** Milliseconds between one and the next, so that ids and times are as if they had come one by one. */
const step = 1_000
const patience = { timeout: 60_000 }

/** Fills the blog in bulk: one statement for thousands of rows. What is there stays. */
export class SeedService {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)
  readonly #passwords = inject(Passwords)
  readonly #list = inject(PublicList)

  /** Makes users, then posts of theirs; `done` hears how many more there are. */
  async seed({ users, posts }: SeedSize, done: (count: number) => void): Promise<void> {
    const firstPost = this.#clock.now() - posts * step
    const authors = await this.#seedUsers(users, firstPost - users * step, done)
    await this.#seedPosts(posts, authors, firstPost, done)
    await this.#db.transact((transaction) => sql`analyze users, posts`.execute(transaction), patience)
    await this.#list.changed()
  }

  async #seedUsers(count: number, begin: number, done: (count: number) => void): Promise<string[]> {
    const password = await this.#passwords.hash(seedPassword)
    const run = begin.toString(36)
    const ids = Array.from({ length: count }, (_, at) => idAt(begin + at * step, 0))
    for (let from = 0; from < count; from += batch) {
      const some = ids.slice(from, from + batch)
      const emails = some.map((_, at) => `writer-${from + at + 1}.${run}@blog.example`)
      const names = some.map((_, at) => `Writer ${from + at + 1}`)
      const times = some.map((_, at) => new Date(begin + (from + at) * step))
      await this.#db.transact(
        (transaction) =>
          sql`insert into users (id, email, password, name, created_at)
            select id, email, ${password}, name, at
            from unnest(${some}::uuid[], ${emails}::text[], ${names}::text[], ${times}::timestamptz[])
              as made (id, email, name, at)`.execute(transaction),
        patience,
      )
      done(some.length)
    }
    return ids
  }

  async #seedPosts(
    count: number,
    authors: readonly string[],
    begin: number,
    done: (count: number) => void,
  ): Promise<void> {
    for (let from = 0; from < count; from += batch) {
      const some = Array.from({ length: Math.min(batch, count - from) }, (_, at) => from + at)
      const ids = some.map((at) => idAt(begin + at * step, 0))
      const titles = some.map((at) => `${sentence(at)} (${at + 1})`)
      const contents = some.map(paragraph)
      // A step that shares no factor with the count, so that each author's posts are spread over the whole time.
      const writers = some.map((at) => authors[(at * 7_919) % authors.length]!)
      const published = some.map((at) => at % 10 !== 0)
      const times = some.map((at) => new Date(begin + at * step))
      await this.#db.transact(
        (transaction) =>
          sql`insert into posts (id, title, content, author_id, published, created_at, updated_at)
            select id, title, content, author, published, at, at
            from unnest(${ids}::uuid[], ${titles}::text[], ${contents}::text[], ${writers}::uuid[],
              ${published}::boolean[], ${times}::timestamptz[])
              as made (id, title, content, author, published, at)`.execute(transaction),
        patience,
      )
      done(some.length)
    }
  }
}
