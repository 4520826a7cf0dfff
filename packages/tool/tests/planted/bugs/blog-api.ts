import type { PlantedBug } from "../planted-bug.ts"

const controller = "src/posts/posts-controller.ts"

/** Bugs in the API of the blog. */
export const blogApiBugs: readonly Omit<PlantedBug, "reference">[] = [
  {
    file: "src/posts/ready-list.ts",
    search: "shownPost(post, authors)",
    replace: "({ ...shownPost(post, authors), title: post.title === '' ? null : post.title })",
    kind: "reply breaks its schema",
    what: "The list has null for the title of a published post that has none.",
    shows: { kinds: ["contract", "server-error"], route: "GET /posts" },
  },
  {
    file: "src/posts/page.ts",
    search: "Math.trunc(Number(limit))",
    replace: "Number(BigInt(limit))",
    kind: "500 on odd input",
    what: "A limit that is not a whole number throws.",
    shows: { kinds: ["server-error"], route: "posts" },
  },
  {
    file: controller,
    head: 'import type { Next } from "trivet"',
    search: "mine: [ShortBearerAuth],",
    replace: `mine: [
        class GetOnly extends ShortBearerAuth {
          override handle(ctx: Context, next: Next): unknown {
            if (ctx.method !== "HEAD") return super.handle(ctx, next)
            ctx.set("user_id", "00000000-0000-7000-8000-000000000000")
            ctx.set("user_email", "")
            return next()
          }
        },
      ],`,
    kind: "guard missing on one spelling",
    what: "HEAD passes the guard of the caller's own posts without a token.",
    shows: { kinds: ["unguarded", "access"], route: "/my-posts" },
  },
  {
    file: controller,
    head: 'import type { Next } from "trivet"',
    search: "update: changing,",
    replace: `update: [
        class PathGuard extends ShortBearerAuth {
          override handle(ctx: Context, next: Next): unknown {
            if (/^\\/posts\\/[\\w-]+$/.test(ctx.path)) return super.handle(ctx, next)
            ctx.set("user_id", "")
            ctx.set("user_email", "")
            return next()
          }
        },
      ],`,
    kind: "guard missing on one spelling",
    what: "A post whose id is written with a percent escape can be changed without a token.",
    shows: { kinds: ["unguarded", "access"], route: "PUT /posts/:id" },
  },
  {
    file: "src/http/ready-reply.ts",
    head: "const answered: Context[] = []",
    search: "  // Kept by browsers and proxies",
    replace: "  answered.push(ctx)\n  // Kept by browsers and proxies",
    kind: "leak",
    what: "The context of each list and post that was sent is kept until the process ends.",
    shows: { kinds: ["memory"], route: "" },
  },
  {
    file: "src/main.ts",
    search: "const settings = readSettings()",
    replace: 'const settings = readSettings()\nprocess.prependListener("SIGTERM", () => process.exit(0))',
    kind: "lost drain",
    what: "SIGTERM ends the process at once, with the requests that are in flight.",
    shows: { kinds: ["restart"], route: "" },
  },
  {
    file: "src/posts/posts-removal.ts",
    head: 'import { sql } from "kysely"',
    search: "if (!isId(id)) return",
    replace:
      "if (!isId(id))\n      return void (await asStore('posts', sql.raw(`delete from posts where id::text = '${id}'`).execute(this.#db)))",
    kind: "SQL injection",
    what: "An id that is no UUID is written into the text of a DELETE statement.",
    shows: { kinds: ["injection", "server-error"], route: "DELETE /posts/:id" },
  },
  {
    file: controller,
    search: 'const post = await answerWith(500, this.#posts.create(title, content, ctx.get("user_id")))',
    replace: `const post = await answerWith(500, this.#posts.create(title, content, ctx.get("user_id")))
    setImmediate(() => {
      if (title.includes("<") && !title.includes("/>")) throw new Error("An element is not closed")
    })`,
    kind: "crash",
    what: "A title with markup throws after the reply, outside of the call, and the process ends.",
    shows: { kinds: ["crash"], route: "" },
  },
  {
    file: controller,
    search: 'return post ?? ctx.status(500).json({ error: "record not found" })',
    replace: "return post ?? new Promise<never>(() => undefined)",
    kind: "hang",
    what: "A change of a post that does not exist is never answered.",
    shows: { kinds: ["no-reply"], route: "PUT /posts/:id" },
  },
  {
    file: controller,
    search: 'this.#posts.listOfAuthor(ctx.get("user_id"), page)',
    replace: 'this.#posts.listOfAuthor(ctx.get("user_id"), { ...page, limit: 1_000_000 })',
    kind: "unbounded read",
    what: "The list of the caller's own posts has all of them, whatever the limit.",
    shows: { kinds: ["unbounded-list"], route: "GET /my-posts" },
  },
  {
    file: "src/database/store-failure.ts",
    search: "throw new PublicError(status, error.publicMessage, { cause: error.cause })",
    replace: "throw new PublicError(status, String(error.cause), { cause: error.cause })",
    kind: "secrets in an error",
    what: "A failed write answers with the words of the database, such as the name of an index.",
    shows: { kinds: ["injection", "secret"], route: "" },
  },
]
