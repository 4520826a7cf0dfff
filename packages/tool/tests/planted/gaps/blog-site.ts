import type { PlantedEdit } from "../planted-edit.ts"

const writing = "src/posts/writing-controller.ts"
const pictures = "src/pictures/pictures-controller.ts"
const signedIn = "src/site/signed-in.ts"
const check =
  'if (visitor === undefined) return redirect(signInPath(ctx.path))\n    ctx.set("user_id", visitor.id)'

/** Access gaps in the site of the blog. */
export const blogSiteGaps: readonly Omit<PlantedEdit, "reference">[] = [
  {
    file: writing,
    search: "[SignedIn],",
    replace: "[],",
    kind: "guard removed from a group",
    what: "All pages of writers have lost their guard.",
  },
  {
    file: writing,
    search: "[AuthorOnly],",
    replace: "[],",
    kind: "owner check removed from a group",
    what: "Every signed-in user may edit every post.",
  },
  {
    file: writing,
    search: 'get("/", this.home, { view: postsView, middlewares: [anyone] }),',
    replace: `get("/", this.home, { view: postsView, middlewares: [anyone] }),
      get("/posts/:id/source", (ctx: Context<"/posts/:id/source">) => this.#posts.find(ctx.param("id"))),`,
    kind: "new route without a guard",
    what: "A new page shows the source of a post, with the address of its author.",
  },
  {
    file: writing,
    search: 'get("/", this.home, { view: postsView, middlewares: [anyone] }),',
    replace: `get("/", this.home, { view: postsView, middlewares: [anyone] }),
      post("/posts/:id/remove", (ctx: Context<"/posts/:id/remove">) => this.#removal.delete(ctx.param("id")), {
        middlewares: [SignedIn],
      }),`,
    kind: "guard on one of two routes to the same data",
    what: "A second route deletes posts, and does not ask for the author.",
  },
  {
    file: pictures,
    search: 'post("/remove", this.remove)],\n      ),',
    replace:
      '],\n      ),\n      post("/posts/:id/picture/remove", this.remove, { middlewares: [SignedIn] }),',
    kind: "owner check missing on one route",
    what: "Every signed-in user may remove the picture of every post.",
  },
  {
    file: signedIn,
    search: check,
    replace: `if (visitor === undefined && ctx.method === "GET") return redirect(signInPath(ctx.path))
    ctx.set("user_id", visitor?.id ?? "")`,
    kind: "guard skipped for one method",
    what: "A POST of a visitor who is not signed in passes the guard.",
  },
  {
    file: signedIn,
    head: 'import { sessionCookie } from "@trivet/auth"',
    search: check,
    replace: `if (ctx.cookie(sessionCookie) === "") return redirect(signInPath(ctx.path))
    ctx.set("user_id", visitor?.id ?? "")`,
    kind: "guard that accepts any session",
    what: "A cookie of any value counts as signed in.",
  },
  {
    file: "src/site/visitors.ts",
    head: "let latest: User | undefined",
    search: "const visitor = await this.#find(ctx.cookie(sessionCookie))",
    replace: `const visitor = (await this.#find(ctx.cookie(sessionCookie))) ?? latest
    latest = visitor`,
    kind: "session of another user",
    what: "Whoever has no session gets that of the visitor before.",
  },
]
