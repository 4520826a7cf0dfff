import { auth, BearerAuth, type AuthSettingsInput, issuerAuth, type IssuerOptions } from "@trivet/auth"
import { type Context, get, KeyValue, MemoryKeyValue, module, type Module, provide, routes } from "trivet"

const StoreModule = module({
  name: "store",
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new MemoryKeyValue())],
})

/** An application whose one route needs an access token. */
export function appWith(settings: AuthSettingsInput): Module {
  class MeController {
    routes() {
      return routes([get("/me", this.show, { middlewares: [BearerAuth] })])
    }
    show(ctx: Context<"/me", "user_id">) {
      return { id: ctx.get("user_id") }
    }
  }
  const imports = [auth({ imports: [StoreModule], settings })]
  return module({ name: "me", imports, declarations: [MeController] })
}

/** The same with the tokens of another issuer. */
export function appOfIssuer(options: IssuerOptions): Module {
  const CompanyAuth = issuerAuth(options)
  class MeController {
    routes() {
      return routes([get("/me", this.show, { middlewares: [CompanyAuth] })])
    }
    show(ctx: Context<"/me", "user_id">) {
      return { id: ctx.get("user_id") }
    }
  }
  return module({ name: "me", declarations: [MeController] })
}
