import { anyone, type Context, get, inject, type Reply, type Route } from "trivet"
import { AccessTokens } from "./access-tokens.ts"

/**
 * A controller that answers `GET /.well-known/jwks.json` with the public keys of access tokens, so that other services can
 * verify them. Declare it in a module that imports the module of `auth()`.
 */
export class PublicKeys {
  readonly #tokens = inject(AccessTokens)

  routes(): readonly Route[] {
    const record = { middlewares: [anyone], summary: "The public keys of access tokens" }
    return [get("/.well-known/jwks.json", this.show, record)]
  }

  show(ctx: Context): Reply {
    // Publish a new key at least five minutes before it signs: caches may hold the old set for that long.
    ctx.response().setHeader("cache-control", "public, max-age=300")
    return ctx.status(200).json(this.#tokens.publicKeys())
  }
}
