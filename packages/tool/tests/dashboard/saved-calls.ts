/** A call that is made of an example, and a bug in its handler that the saved test must find. */
export interface SavedCall {
  readonly method: string
  /** `{name}` stands for a value that an earlier call has kept. */
  readonly path: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** Which values of the reply are kept, by name: a path in its JSON, or `header` and the name of one. */
  readonly keep?: Readonly<Record<string, string>>
  /** A text in a file below `src`, and what takes its place. */
  readonly bug: readonly [file: string, from: string, to: string]
}

const ada = { email: "ada@example.com", password: "correct horse" }
const bearer = { authorization: "Bearer {token}" }
const other = `{ email: "eve@example.com", password: "long enough", name: "Eve" }`
const another = "register({ ...(await ctx.bind()), email: `${Math.random()}@example.com` }, ctx)"

const login = "login/login-controller.ts"
const rejected = "{ me: [{ handle: () => { throw new Error() } }] as never }"
const keys = "api-keys/api-keys-controller.ts"
const sessions = "sessions/sessions-controller.ts"
const tokens = "tokens/tokens-controller.ts"
const current = `this.#current.of(ctx.get("user_id"))`
const renamed = `${current}.then((user) => ({ ...user, name: "Nobody" }))`

/** Calls of `examples/auth`, in their order. */
export const authCalls: readonly SavedCall[] = [
  {
    method: "POST",
    path: "/auth/register",
    json: { ...ada, name: "Ada" },
    status: 201,
    bug: [login, "ctx.status(201).json(await", "ctx.status(200 as 201).json(await"],
  },
  {
    method: "POST",
    path: "/auth/register",
    json: { ...ada, name: "Ada" },
    status: 409,
    bug: [login, "register(await ctx.bind(), ctx)", another],
  },
  {
    method: "POST",
    path: "/auth/register",
    json: { email: "bob@example.com", password: "short", name: "Bob" },
    status: 400,
    bug: [login, "register(await ctx.bind(), ctx)", `register(${other}, ctx)`],
  },
  {
    method: "POST",
    path: "/auth/login",
    json: ada,
    status: 200,
    keep: { token: "token" },
    bug: [login, "expires_in: this.#settings.lifetimeSeconds.access", "expires_in: 60"],
  },
  {
    method: "POST",
    path: "/auth/login",
    json: { ...ada, password: "another horse" },
    status: 401,
    bug: [
      login,
      "login(await ctx.bind(), ctx)",
      `login(await ctx.bind(), ctx).catch(() => { throw new Error() })`,
    ],
  },
  {
    method: "POST",
    path: "/auth/login",
    json: { email: "ada@example.com" },
    status: 400,
    bug: [login, "login(await ctx.bind(), ctx)", `login(${other}, ctx)`],
  },
  { method: "GET", path: "/auth/me", headers: bearer, status: 200, bug: [login, current, renamed] },
  {
    method: "GET",
    path: "/auth/me",
    status: 401,
    bug: [login, "{ me: [BearerAuth] }", rejected],
  },
  {
    method: "GET",
    path: "/auth/me",
    headers: { authorization: "Bearer nonsense" },
    status: 401,
    bug: [login, "{ me: [BearerAuth] }", rejected],
  },
  {
    method: "POST",
    path: "/auth/token",
    json: ada,
    status: 200,
    keep: { refresh: "refresh_token" },
    bug: [
      tokens,
      "return generateToken(this.#tokens.begin(tokenUser(user)))",
      `return { ...(await generateToken(this.#tokens.begin(tokenUser(user)))), token_type: "none" }`,
    ],
  },
  {
    method: "POST",
    path: "/auth/refresh",
    json: { refresh_token: "{refresh}" },
    status: 200,
    bug: [tokens, "return pair", "return { ...pair, expires_in: 1 }"],
  },
  {
    method: "POST",
    path: "/auth/refresh",
    json: { refresh_token: "{refresh}" },
    status: 401,
    bug: [tokens, "throw error", "throw new Error()"],
  },
  {
    method: "POST",
    path: "/auth/session",
    json: ada,
    status: 201,
    keep: { session: "header set-cookie" },
    bug: [sessions, "ctx.setCookie(sessionCookie, id,", "void (0, "],
  },
  {
    method: "GET",
    path: "/auth/session",
    headers: { cookie: "{session}" },
    status: 200,
    bug: [sessions, current, renamed],
  },
  {
    method: "POST",
    path: "/auth/api-keys",
    headers: bearer,
    json: { name: "ci" },
    status: 201,
    keep: { key: "key", id: "id" },
    bug: [keys, "json(made)", `json({ ...made, name: "" })`],
  },
  {
    method: "GET",
    path: "/auth/api-keys",
    headers: bearer,
    status: 200,
    bug: [keys, "return keys.map(", "return keys.slice(0, 0).map("],
  },
  {
    method: "GET",
    path: "/auth/key",
    headers: { "x-api-key": "{key}" },
    status: 200,
    bug: [keys, `return ${current}`, `return ${renamed}`],
  },
  {
    method: "DELETE",
    path: "/auth/api-keys/{id}",
    headers: bearer,
    status: 204,
    bug: [keys, "return undefined", "throw new Error()"],
  },
  {
    method: "GET",
    path: "/auth/key",
    headers: { "x-api-key": "{key}" },
    status: 401,
    bug: [keys, "await this.#keys.revoke(key_id, user_id)", "key_id === user_id"],
  },
  {
    method: "POST",
    path: "/auth/logout",
    headers: bearer,
    status: 204,
    bug: [login, "return undefined", "throw new Error()"],
  },
  {
    method: "GET",
    path: "/auth/me",
    headers: bearer,
    status: 401,
    bug: [login, "await this.#access.revoke(token)", "void token"],
  },
]

const users = "users/auth-controller.ts"
const posts = "posts/posts-controller.ts"

/** Calls of `examples/blog`, in their order. */
export const blogCalls: readonly SavedCall[] = [
  {
    method: "POST",
    path: "/auth/register",
    json: { ...ada, name: "Ada" },
    status: 201,
    bug: [users, "status(201).json(user)", `status(201).json({ ...user, name: "" })`],
  },
  {
    method: "POST",
    path: "/auth/register",
    json: { ...ada, name: "Ada" },
    status: 400,
    bug: [users, "register(await ctx.bind(), ctx)", another],
  },
  {
    method: "POST",
    path: "/auth/login",
    json: ada,
    status: 200,
    keep: { token: "token" },
    bug: [users, ": { token }", `: { token: "" }`],
  },
  {
    method: "POST",
    path: "/auth/login",
    json: { ...ada, password: "another horse" },
    status: 401,
    bug: [users, `error: "invalid credentials"`, `error: "invalid password"`],
  },
  {
    method: "POST",
    path: "/posts",
    headers: bearer,
    json: { title: "On engines", content: "A long text." },
    status: 201,
    keep: { id: "id" },
    bug: [posts, "create(title, content,", "create(content, title,"],
  },
  {
    method: "POST",
    path: "/posts",
    json: { title: "On engines", content: "A long text." },
    status: 401,
    bug: [posts, "create: [ShortBearerAuth]", "create: [] as never"],
  },
  {
    method: "POST",
    path: "/posts",
    headers: bearer,
    json: { title: "On drafts", content: "Not for everyone." },
    status: 201,
    bug: [
      posts,
      "return ctx.status(201).json(post)",
      "return ctx.status(201).json({ ...post, published: true })",
    ],
  },
  {
    method: "PUT",
    path: "/posts/{id}",
    headers: bearer,
    json: { title: "On engines", content: "A better text.", published: true },
    status: 200,
    bug: [posts, "{ title, content, published })", "{ title, content, published: false })"],
  },
  {
    method: "GET",
    path: "/posts",
    status: 200,
    bug: [
      posts,
      "readyReply<AuthoredPost[]>(ctx, { body, tag })",
      `readyReply<AuthoredPost[]>(ctx, { body: "[]", tag })`,
    ],
  },
  {
    method: "GET",
    path: "/posts/{id}",
    status: 200,
    keep: { etag: "header etag" },
    bug: [posts, "body: JSON.stringify(post)", `body: JSON.stringify({ ...post, content: "" })`],
  },
  {
    method: "GET",
    path: "/posts/{id}",
    headers: { "if-none-match": "{etag}" },
    status: 304,
    bug: [posts, 'tag: `"${post.updated_at}"`', 'tag: `"${Math.random()}"`'],
  },
  {
    method: "GET",
    path: "/posts/0193a0c0-0000-7000-8000-000000000000",
    status: 404,
    bug: [posts, `error: "Post not found"`, `error: "Not found"`],
  },
  {
    method: "GET",
    path: "/my-posts",
    headers: bearer,
    status: 200,
    bug: [posts, "return [...items]", "return []"],
  },
  {
    method: "GET",
    path: "/my-posts?limit=1",
    headers: bearer,
    status: 200,
    bug: [posts, "return [...items]", "return [...items, ...items]"],
  },
  {
    method: "DELETE",
    path: "/posts/{id}",
    headers: bearer,
    status: 204,
    bug: [posts, "return undefined", "throw new Error()"],
  },
  {
    method: "GET",
    path: "/posts/{id}",
    status: 404,
    bug: [posts, `await answerWith(500, this.#removal.delete(ctx.param("id")))`, "await Promise.resolve()"],
  },
]
