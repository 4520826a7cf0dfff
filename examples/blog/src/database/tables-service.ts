import { sql } from "kysely"
import { inject } from "trivet"
import { Db } from "./db.ts"

// Two processes that create one table at the same time would collide, also with `if not exists`.
const lock = sql`select pg_advisory_xact_lock(hashtextextended('blog:tables', 0))`

const statements = [
  sql`create table if not exists users (
    id uuid primary key,
    email text not null,
    password text not null,
    name text not null,
    role text not null default 'user',
    created_at timestamptz not null
  )`,
  sql`create unique index if not exists users_email on users (lower(email))`,
  sql`create table if not exists posts (
    id uuid primary key,
    title text not null,
    content text not null,
    author_id uuid not null references users (id),
    published boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  sql`create table if not exists pictures (
    post_id uuid primary key references posts (id) on delete cascade,
    file text not null,
    description text not null
  )`,
  sql`create index if not exists pictures_file on pictures (file)`,
  sql`create table if not exists comments (
    post_id uuid not null references posts (id) on delete cascade,
    number integer not null,
    author_id uuid not null references users (id),
    text text not null,
    created_at timestamptz not null,
    primary key (post_id, number)
  )`,
  // Ids are ordered by time, so these two give a page of each list, newest first, from wherever it begins. They are
  // read backwards: descending ones would grow at their front, where PostgreSQL leaves every page half empty.
  sql`create index if not exists posts_published on posts (id) where published`,
  sql`create index if not exists posts_of_author on posts (author_id, id)`,
]

/** Creates the tables of users, posts, pictures and comments, and the indexes that serve the lists, when the application starts. */
export class TablesService {
  readonly #db = inject(Db)

  async onStart(): Promise<void> {
    await this.#db.transact(
      async (transaction) => {
        await lock.execute(transaction)
        for (const statement of statements) await statement.execute(transaction)
      },
      { timeout: 25_000 },
    )
  }
}
