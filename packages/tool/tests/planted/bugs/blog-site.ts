import type { PlantedBug } from "../planted-bug.ts"

const signIn = "src/users/sign-in-controller.ts"

/** Bugs in the site of the blog. */
export const blogSiteBugs: readonly Omit<PlantedBug, "reference">[] = [
  {
    file: "src/posts/post-view.ts",
    head: 'import { raw } from "trivet/web"',
    search: "<h1>${title}</h1>",
    replace: "<h1>${raw(title)}</h1>",
    kind: "HTML not escaped",
    what: "The title of a post is markup on the page of the post.",
    shows: { kinds: ["markup"], route: "/posts/:id" },
  },
  {
    file: "src/users/sign-in-view.ts",
    head: 'import { raw } from "trivet/web"',
    search: '<p class="lede">Good to have you back.</p>',
    replace: '<p class="lede">Good to have you back. Next: ${raw(input.next ?? "")}</p>',
    kind: "HTML not escaped",
    what: "The page to sign in on shows the address to return to as markup.",
    shows: { kinds: ["markup"], route: "/sign-in" },
  },
  {
    file: "src/site/return-path.ts",
    search: 'redirect(isLocalPath(next) ? next : "/desk")',
    replace: 'redirect(next === "" ? "/desk" : next, { origins: [next.split("/", 3).join("/")] })',
    kind: "open redirect",
    what: "Whoever signs in is sent to any address that the link named.",
    shows: { kinds: ["redirect"], route: "/sign-in" },
  },
  {
    file: "src/pictures/pictures-controller.ts",
    head: 'import { readFile } from "node:fs/promises"',
    search: "return this.#files?.handler?.(ctx as never)",
    replace: `return readFile(this.#uploads.pathOf(ctx.param("*"))).then(
      (bytes) => new Response(bytes),
      () => ctx.status(404).json({ error: "Not Found" }),
    )`,
    kind: "path traversal",
    what: "A picture's name may lead out of the folder of pictures.",
    shows: { kinds: ["file"], route: "/pictures/*" },
  },
  {
    file: "src/posts/author-only.ts",
    search: 'post.author_id !== ctx.get("user_id")',
    replace: 'ctx.get("user_id") === ""',
    kind: "owner check missing",
    what: "Every signed-in user may edit, publish and delete the posts of others on the site.",
    shows: { kinds: ["access"], route: "/posts/:id" },
  },
  {
    file: signIn,
    search: 'return redirectBack(value.next ?? "")',
    replace: 'return redirectBack(new URL(value.next ?? "/desk", "http://blog.example").pathname)',
    kind: "500 on odd input",
    what: "Signing in with an address to return to that cannot be parsed throws.",
    shows: { kinds: ["server-error"], route: "POST /sign-in" },
  },
  {
    file: "src/site/visitors.ts",
    head: "const visits: Context[] = []",
    search: '    ctx.set("visitor", undefined)',
    replace: '    visits.push(ctx)\n    ctx.set("visitor", undefined)',
    kind: "leak",
    what: "The context of each request is kept until the process ends.",
    shows: { kinds: ["memory"], route: "" },
  },
  {
    file: signIn,
    search: "await this.#sessions.destroy(ctx.cookie(sessionCookie))",
    replace: `if (ctx.get("visitor") === undefined) await new Promise(() => undefined)
    await this.#sessions.destroy(ctx.cookie(sessionCookie))`,
    kind: "hang",
    what: "A sign-out without a session is never answered.",
    shows: { kinds: ["no-reply"], route: "POST /sign-out" },
  },
  {
    file: signIn,
    search: 'if (user === undefined) return refused("That is not the right address and password.", 401)',
    replace: `if (user === undefined) {
        void this.#users.find("unknown").then((found) => this.#events.log("login refused", { user_id: found!.id }))
        return refused("That is not the right address and password.", 401)
      }`,
    kind: "crash",
    what: "A failed sign-in starts work that is not awaited and fails, and the process ends.",
    shows: { kinds: ["crash"], route: "" },
  },
  {
    file: "src/users/users-store.ts",
    search: 'return (await asStore("users", this.#idByEmail.first(email)))?.id',
    replace: `const text = \`select id from users where lower(email) = lower('\${email}')\`
    return asStore("users", sql.raw<Login>(text).execute(this.#db).then(({ rows }) => rows[0]?.id))`,
    kind: "SQL injection",
    what: "The address of a sign-in is written into the text of a SELECT statement.",
    shows: { kinds: ["injection", "server-error"], route: "" },
  },
]
