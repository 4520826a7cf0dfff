import type { PlantedEdit } from "../planted-edit.ts"

const controller = "src/posts/posts-controller.ts"
const next = 'import type { Next } from "trivet"'

/** A guard of the blog's API that is written by hand, with this body. */
const guard = (name: string, body: string) => `[
        class ${name} extends ShortBearerAuth {
          override async handle(ctx: Context, next: Next): Promise<unknown> {
            ${body}
          }
        },
      ],`

const nobody =
  'ctx.set("user_id", "00000000-0000-7000-8000-000000000000")\n            ctx.set("user_email", "")'

/** Access gaps in the API of the blog, where any user may change any post. */
export const blogApiGaps: readonly Omit<PlantedEdit, "reference">[] = [
  {
    file: controller,
    search: "      mine: [ShortBearerAuth],\n",
    replace: "",
    kind: "guard removed from a read",
    what: "The caller's own posts have no guard.",
  },
  {
    file: controller,
    search: "      create: [ShortBearerAuth],\n",
    replace: "",
    kind: "guard removed from a write",
    what: "Posts can be written without a token.",
  },
  {
    file: controller,
    search: "delete: changing,",
    replace: "delete: [anyone],",
    kind: "`anyone` instead of a guard",
    what: "Posts can be deleted without a token, on purpose as it seems.",
  },
  {
    file: controller,
    head: next,
    search: "delete: changing,",
    replace: `delete: ${guard("Lenient", `${nobody}\n            const passed = await Promise.resolve(super.handle(ctx, () => true)).catch(() => false)\n            if (passed !== true) ctx.log.warn("no token")\n            return next()`)}`,
    kind: "guard that calls next() on failure",
    what: "The guard of DELETE logs that the token is missing, and lets the call pass.",
  },
  {
    file: controller,
    head: next,
    search: "create: [ShortBearerAuth],",
    replace: `create: ${guard("EmptyToken", `if (ctx.header("authorization").slice("Bearer ".length) !== "") return super.handle(ctx, next)\n            if (ctx.header("authorization") === "") return ctx.status(401).json({ error: "Missing authorization" })\n            ${nobody}\n            return next()`)}`,
    kind: "guard that accepts an empty token",
    what: "`Authorization: Bearer` with nothing after it writes posts.",
  },
  {
    file: controller,
    head: next,
    search: "update: changing,",
    replace: `update: ${guard("Afterwards", `${nobody}\n            const result = await next()\n            const passed = await super.handle(ctx, () => true)\n            return passed === true ? result : passed`)}`,
    kind: "handler's effect before the guard",
    what: "The post is changed first, and the token is checked afterwards.",
  },
  {
    file: controller,
    head: next,
    search: "mine: [ShortBearerAuth],",
    replace: `mine: ${guard("GetOnly", `if (ctx.method !== "HEAD") return super.handle(ctx, next)\n            ${nobody}\n            return next()`)}`,
    kind: "HEAD not covered by a hand-written check",
    what: "HEAD reads the caller's own posts without a token.",
  },
  {
    file: controller,
    head: 'import type { Next, Security } from "trivet"',
    search: "mine: [ShortBearerAuth],",
    replace: `mine: [
        class Optional extends ShortBearerAuth {
          override readonly security: Security = {
            name: "bearer",
            scheme: { type: "http", scheme: "bearer" },
            optional: true,
          }
          override handle(ctx: Context, next: Next): unknown {
            if (ctx.header("authorization") !== "") return super.handle(ctx, next)
            ${nobody}
            return next()
          }
        },
      ],`,
    kind: "`optional: true` on security",
    what: "The token for the caller's own posts is optional.",
  },
  {
    file: controller,
    head: 'import { get } from "trivet"',
    search: "return implement(withViews, this, {",
    replace: `const authored = (ctx: Context<"/authors/:id/posts">) =>
      this.#posts.listOfAuthor(ctx.param("id"), parsePage({}))
    return [...this.#guarded(), get("/authors/:id/posts", authored)]
  }

  #guarded() {
    const changing = this.#policy.ownPostsOnly ? [ShortBearerAuth, AuthorOnly] : [ShortBearerAuth]
    return implement(withViews, this, {`,
    kind: "new route without a guard",
    what: "A new route gives the posts of any author, drafts among them.",
  },
  {
    file: controller,
    head: 'import { get } from "trivet"',
    search: "return implement(withViews, this, {",
    replace: `const mine = (ctx: Context<"/my-posts/:id">) => this.#posts.listOfAuthor(ctx.param("id"), parsePage({}))
    return [...this.#guarded(), get("/my-posts/:id", mine, { middlewares: [anyone] })]
  }

  #guarded() {
    const changing = this.#policy.ownPostsOnly ? [ShortBearerAuth, AuthorOnly] : [ShortBearerAuth]
    return implement(withViews, this, {`,
    kind: "guard on one of two routes to the same data",
    what: "A second route to the posts of an author is open to anyone.",
  },
]

const authorOnly = "src/posts/author-only.ts"
const check = 'post.author_id !== ctx.get("user_id")'

/** Access gaps in the API of the blog where posts belong to their authors. */
export const ownPostsGaps: readonly Omit<PlantedEdit, "reference">[] = [
  {
    file: "src/posts/posts-policy.ts",
    search: "{ ownPostsOnly: true,",
    replace: "{ ownPostsOnly: false,",
    kind: "owner check removed",
    what: "The policy of own posts lets every user change every post.",
  },
  {
    file: controller,
    search: "delete: changing,",
    replace: "delete: [ShortBearerAuth],",
    kind: "owner check missing on one method",
    what: "Every user may delete every post.",
  },
  {
    file: authorOnly,
    search: `if (${check}) throw new PublicError(403, "Forbidden")`,
    replace: "",
    kind: "owner check removed",
    what: "The check of the author compares nothing.",
  },
  {
    file: authorOnly,
    search: check,
    replace: "post.author_id !== post.author.id",
    kind: "owner check compares the wrong id",
    what: "The author of the post is compared with himself.",
  },
  {
    file: authorOnly,
    search: check,
    replace: `ctx.method !== "DELETE" && ${check}`,
    kind: "owner check skipped for one method",
    what: "DELETE is not checked for the author.",
  },
  {
    file: controller,
    search: "[ShortBearerAuth, AuthorOnly] :",
    replace: "[AuthorOnly, ShortBearerAuth] :",
    kind: "order of guards swapped",
    what: "The author is checked before anybody has read the token.",
  },
]
