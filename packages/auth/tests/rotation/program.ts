import {
  type Context,
  get,
  inject,
  KeyValue,
  MemoryKeyValue,
  module,
  post,
  provide,
  type Route,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AccessTokens, auth, BearerAuth, type AuthSettingsInput, Revocations } from "../../src/index.ts"
import { ada } from "../testing/test-auth.ts"

/** A server that issues and takes tokens, with the keys that its argument has. */
const settings = JSON.parse(process.argv[2]!) as AuthSettingsInput

class TokensController {
  readonly #tokens = inject(AccessTokens)
  readonly #revocations = inject(Revocations)

  routes(): readonly Route[] {
    return [
      post("/tokens", async () => {
        const generation = await this.#revocations.generationOf(ada.user_id)
        return { token: await this.#tokens.create(ada, generation) }
      }),
      get("/me", (ctx: Context<string, "user_id">) => ({ id: ctx.get("user_id") }), {
        middlewares: [BearerAuth],
      }),
    ]
  }
}

const store = module({
  name: "store",
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new MemoryKeyValue())],
})
const credentials = auth({ imports: [store], settings: () => settings })
const { port } = await serve(
  module({ name: "root", imports: [credentials], declarations: [TokensController] }),
  { platform: api(), port: 0, host: "127.0.0.1" },
)
process.send?.(port)
