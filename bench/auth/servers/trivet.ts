import { AccessTokens, auth, BearerAuth, Passwords, Revocations } from "@trivet/auth"
import {
  type Context,
  createApp,
  dto,
  get,
  group,
  inject,
  KeyValue,
  MemoryKeyValue,
  module,
  post,
  provide,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import type { Start } from "../../http/start.ts"
import { account, cost } from "../account.ts"
import { issuer, secret } from "../tokens.ts"

const LoginDTO = dto({ email: "required,email", password: "required" })

class MeController {
  readonly #passwords = inject(Passwords)
  readonly #tokens = inject(AccessTokens)
  readonly #revocations = inject(Revocations)

  routes() {
    return [group("/me", [BearerAuth], [get("", this.me)]), post("/login", this.login)]
  }

  me(ctx: Context<"/me", "user_id" | "user_email">) {
    return { id: ctx.get("user_id"), email: ctx.get("user_email") }
  }

  async login(ctx: Context<"/login">) {
    const { email, password } = await ctx.bind(LoginDTO)
    const user = email === account.email ? account : undefined
    const generation = await this.#revocations.generationOf(account.id)
    if (!(await this.#passwords.verify(password, user?.hash)))
      return ctx.status(401).json({ error: "Invalid credentials" })
    const token = await this.#tokens.create({ user_id: account.id, email }, generation)
    return { token: token.length }
  }
}

const Store = module({
  name: "store",
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new MemoryKeyValue())],
})
const pieces = auth({ settings: { secret, issuer, cost }, imports: [Store] })
const root = module({ name: "bench", imports: [pieces], declarations: [MeController] })

/** Trivet with the pieces of `@trivet/auth`. */
export const start: Start = async () => {
  const app = await createApp(root, { platform: api() })
  return (await serve(app, { port: 0, host: "127.0.0.1", signals: false })).port
}
