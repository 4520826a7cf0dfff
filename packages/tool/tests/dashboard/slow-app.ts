/**
 * An application with planted causes of slowness: a query for each row of a list, a slow statement, a wait for the only
 * connection, and code that keeps the thread busy. It also serves a style sheet, hashes a password, adds a job, and stores, sends
 * and deletes files.
 */
export const slowFiles: Readonly<Record<string, string>> = {
  "src/main.ts": `import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

await serve(AppModule, { platform: api() })
`,
  "src/app-module.ts": `import { auth } from "@trivet/auth"
import { files } from "@trivet/files"
import { jobs } from "@trivet/jobs"
import { Clock, inject, KeyValue, MemoryKeyValue, module, provide } from "trivet"
import { DatabaseModule, Db } from "./database.ts"
import { PostsController } from "./posts-controller.ts"
import { PostsStore } from "./posts-store.ts"

const StoreModule = module({
  name: "store",
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new MemoryKeyValue(inject(Clock)))],
})

export const AppModule = module({
  name: "app",
  imports: [DatabaseModule, auth({ imports: [StoreModule], settings: { cost: 10 } }), jobs({ database: Db, imports: [DatabaseModule] }), files({ database: Db, imports: [DatabaseModule] })],
  declarations: [PostsController, PostsStore],
})
`,
  "src/database.ts": `import { fileMigrations } from "@trivet/files"
import { jobMigrations } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { sql } from "kysely"

interface Tables {
  posts: { id: number; author: number; title: string }
  authors: { id: number; name: string }
}

export class Db extends Database<Tables> {}

export const DatabaseModule = postgres(Db, {
  url: "pglite://memory",
  migrateAtStart: true,
  migrations: [
    jobMigrations,
    fileMigrations,
    {
      name: "001-posts",
      up: async (db) => {
        await sql\`create table authors (id int primary key, name text)\`.execute(db)
        await sql\`create table posts (id int primary key, author int, title text)\`.execute(db)
        await sql\`insert into authors select n, 'author ' || n from generate_series(1, 25) n\`.execute(db)
        await sql\`insert into posts select n, n, 'post ' || n from generate_series(1, 25) n\`.execute(db)
      },
    },
  ],
})
`,
  "src/posts-store.ts": `import { inject } from "trivet"
import { sql } from "kysely"
import { Db } from "./database.ts"

export class PostsStore {
  readonly #db = inject(Db)

  async list() {
    const posts = await this.#db.selectFrom("posts").selectAll().execute()
    const shown = []
    for (const post of posts) shown.push({ ...post, author: await this.#authorOf(post.author) })
    return shown
  }

  /** As many people write it: without \`async\`. */
  #authorOf(id: number) {
    return this.#db.selectFrom("authors").select("name").where("id", "=", id).executeTakeFirst()
  }

  async report() {
    const { rows } = await sql<{ n: number }>\`select count(*)::int as n from posts, pg_sleep(0.25)\`.execute(this.#db)
    return rows[0]
  }

  reports() {
    return Promise.all([this.report(), this.report()])
  }
}
`,
  "src/posts-controller.ts": `import { Passwords } from "@trivet/auth"
import { Files } from "@trivet/files"
import { job, Jobs } from "@trivet/jobs"
import { type Context, contract, dto, get, implement, inject, post, routes } from "trivet"
import { staticFiles } from "trivet/node"
import { join } from "node:path"
import { PostsStore } from "./posts-store.ts"

const Work = contract({ index: job("posts/index", { accepts: { body: dto({ id: "integer" }) } }) })

export class PostsController {
  readonly #store = inject(PostsStore)
  readonly #passwords = inject(Passwords)
  readonly #jobs = inject(Jobs)
  readonly #files = inject(Files)

  routes() {
    return routes([
      get("/posts", () => this.#store.list()),
      get("/report", () => this.#store.report()),
      get("/reports", () => this.#store.reports()),
      get("/sum", this.sum),
      post("/register", this.register),
      post("/picture", this.picture),
      staticFiles("/assets", join(import.meta.dirname, "assets")),
      ...implement(Work, this),
    ])
  }
  sum() {
    let sum = 0
    for (const until = performance.now() + 200; performance.now() < until; ) sum++
    return { sum: sum > 0 }
  }
  async register() {
    const hash = await this.#passwords.hash("correct horse")
    await this.#jobs.enqueue(Work.index, { id: 1 })
    return { length: hash.length }
  }
  async picture(ctx: Context) {
    const draft = await this.#files.put("a draft")
    const { id } = await this.#files.put(ctx.request().stream(), { type: "image/png" })
    await this.#files.delete(draft.id)
    return this.#files.download(ctx, id)
  }
  async index(ctx: Context<typeof Work.index>) {
    await ctx.bind()
  }
}
`,
  "src/assets/site.css": "body { margin: 0 }\n",
}
