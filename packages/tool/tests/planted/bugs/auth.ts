import type { PlantedBug } from "../planted-bug.ts"

const login = "src/login/login-controller.ts"
const keys = "src/api-keys/api-keys-controller.ts"

/** Bugs in the authentication service. */
export const authBugs: readonly Omit<PlantedBug, "reference">[] = [
  {
    file: login,
    search: "expires_in: this.#settings.lifetimeSeconds.access,",
    replace: "expires_in: this.#settings.lifetimeSeconds.access / 7,",
    kind: "reply breaks its schema",
    what: "The lifetime of a token is no whole number.",
    shows: { kinds: ["contract", "server-error"], route: "/auth/" },
  },
  {
    file: "src/tokens/tokens-controller.ts",
    search: "const { refresh_token } = await ctx.bind()",
    replace: `const { refresh_token } = await ctx.bind()
    if (refresh_token.includes(".")) JSON.parse(atob(refresh_token.split(".")[1]!))`,
    kind: "500 on odd input",
    what: "A refresh token with a dot is decoded, and what cannot be decoded throws.",
    shows: { kinds: ["server-error"], route: "POST /auth/refresh" },
  },
  {
    file: keys,
    head: 'import type { Next } from "trivet"',
    search: "index: bearer,",
    replace: `index: [
        class EmptyToken extends BearerAuth {
          override handle(ctx: Context, next: Next): unknown {
            if (ctx.header("authorization") !== "") return super.handle(ctx, next)
            ctx.set("user_id", "00000000-0000-4000-8000-000000000000")
            ctx.set("user_email", "")
            ctx.set("user_role", "user")
            return next()
          }
        },
      ],`,
    kind: "guard missing on one spelling",
    what: "The list of API keys is given to callers without a token.",
    shows: { kinds: ["unguarded", "access"], route: "/auth/api-keys" },
  },
  {
    file: "src/login/login-service.ts",
    search: 'throw new PublicError(401, "Invalid credentials")',
    replace: 'throw new PublicError(401, String(new Error("Invalid credentials").stack))',
    kind: "secrets in an error",
    what: "A failed login answers with a stack, which names files of the server.",
    shows: { kinds: ["secret"], route: "" },
  },
  {
    file: "src/users/registration.ts",
    search: "if ((await this.#users.findByEmail(email)) !== undefined) throw taken()",
    replace: `const before = await this.#users.findByEmail(email)
    if (before !== undefined) throw new PublicError(409, \`Email already registered: \${JSON.stringify(before)}\`)`,
    kind: "secrets in an error",
    what: "A registration of a known address answers with the stored user and the hash of the password.",
    shows: { kinds: ["secret"], route: "POST /auth/register" },
  },
  {
    file: login,
    head: "const asked: unknown[] = []",
    search: 'return this.#current.of(ctx.get("user_id"))',
    replace: 'asked.push(ctx)\n    return this.#current.of(ctx.get("user_id"))',
    kind: "leak",
    what: "The context of each `GET /auth/me` is kept until the process ends.",
    shows: { kinds: ["memory"], route: "" },
  },
  {
    file: "src/tokens/tokens-controller.ts",
    search: 'else this.#events.log("refresh refused", { address })',
    replace: `else {
      this.#events.log("refresh refused", { address })
      void this.#findUser("unknown").then((user) => this.#events.log("refresh refused", { user_id: user!.user_id }))
    }`,
    kind: "crash",
    what: "An unknown refresh token starts work that is not awaited and fails, and the process ends.",
    shows: { kinds: ["crash"], route: "" },
  },
  {
    file: login,
    search: "const made = await this.#registration.register(await ctx.bind(), ctx)",
    replace: `const made = await this.#registration.register(await ctx.bind(), ctx)
    ctx.response().setHeader("x-user-name", made.user.name)`,
    kind: "header injection",
    what: "The name of a new user is written into a header, which throws for most letters of the world.",
    shows: { kinds: ["header", "server-error"], route: "POST /auth/register" },
  },
  {
    file: keys,
    search:
      'if (await this.#keys.revoke(key_id, user_id)) this.#events.log("API key revoked", { user_id, key_id })',
    replace: `if (!(await this.#keys.revoke(key_id, user_id))) await new Promise(() => undefined)
    this.#events.log("API key revoked", { user_id, key_id })`,
    kind: "hang",
    what: "The removal of an API key that does not exist is never answered.",
    shows: { kinds: ["no-reply"], route: "DELETE /auth/api-keys/:id" },
  },
]
