import { errors, jwtVerify } from "jose"
import { Clock, type Context, inject, type Middleware, type Next, Reply, type Security } from "trivet"
import { checkOptions } from "trivet/extend"
import { bearerSecurity } from "./check-bearer.ts"
import { fault } from "../faults.ts"
import { isSafeAddress } from "../is-safe-address.ts"
import { KeysUnavailable, RemoteKeys } from "./remote-keys.ts"

/** Options of `issuerAuth()`. */
export interface IssuerOptions {
  /** The issuer: `iss` of its tokens must be exactly this. */
  readonly issuer: string
  /** Who the tokens are for: `aud` must contain it. Otherwise a token for another service would be accepted. */
  readonly audience: string
  /** The address of the issuer's public keys (JWKS). HTTPS, except on this machine. */
  readonly keys: string
  /** The one algorithm of its tokens. Default: `RS256`. */
  readonly algorithm?: "RS256" | "PS256" | "ES256" | "EdDSA"
  /**
   * The `typ` that its access tokens have in their header: `at+jwt` if the issuer follows RFC 9068. A token of another type,
   * such as an ID token for the same audience, is then rejected. Default: any, because many issuers write `JWT` into all.
   */
  readonly type?: string
}

/** The middleware class that `issuerAuth()` makes. */
export interface IssuerAuth extends Middleware {
  readonly provides: readonly ["user_id", "token_claims"]
}

const maxLength = 16_384
const prefix = "Bearer "

/**
 * Makes a guard for access tokens of another issuer, such as the identity provider of a company: it requires
 * `Authorization: Bearer …` with a token that the issuer has signed for this audience, otherwise 401. It sets `user_id` to
 * `sub`, and `token_claims`. While the issuer's keys cannot be fetched and are not known, it answers 503.
 *
 * @example
 * ```ts
 * import { issuerAuth } from "@trivet/auth"
 * import { type Context, get, routes } from "trivet"
 *
 * const CompanyAuth = issuerAuth({
 *   issuer: "https://id.example.com/",
 *   audience: "https://api.example.com",
 *   keys: "https://id.example.com/.well-known/jwks.json",
 * })
 *
 * export class Me {
 *   routes() {
 *     return routes([get("/me", this.show, { middlewares: [CompanyAuth] })])
 *   }
 *   show(ctx: Context<"/me", "user_id">) {
 *     return { id: ctx.get("user_id") }
 *   }
 * }
 * ```
 */
export function issuerAuth(options: IssuerOptions): new () => IssuerAuth {
  const names = { issuer: true, audience: true, keys: true, algorithm: true, type: true }
  checkOptions(options, names, "issuerAuth()")
  const { issuer, audience, algorithm = "RS256", type } = options
  for (const [name, value] of Object.entries({ issuer, audience, ...(type !== undefined && { type }) }))
    if (typeof value !== "string" || value === "")
      throw fault("AUTH_ISSUER_INVALID", { name, value: JSON.stringify(value), wanted: "a text" })
  const url = keysUrl(options.keys)
  const typ = type !== undefined && { typ: type }
  const expected = { issuer, audience, algorithms: [algorithm], requiredClaims: ["exp", "sub"], ...typ }

  return class IssuerAuth implements IssuerAuth {
    readonly kinds = ["request"] as const
    readonly provides = ["user_id", "token_claims"] as const
    readonly security: Security = bearerSecurity
    readonly answers: Readonly<Record<number, string>> = {
      401: "Missing or invalid access token",
      503: "The keys of the issuer are not known",
    }
    readonly #clock = inject(Clock)
    readonly #keys = new RemoteKeys(url, () => this.#clock.monotonic())

    async handle(ctx: Context, next: Next): Promise<unknown> {
      const header = ctx.header("authorization")
      if (header === "") return Reply.error(401, "Missing authorization header")
      if (!header.startsWith(prefix) || header.length > maxLength)
        return Reply.error(401, "Invalid authorization format")
      try {
        const currentDate = new Date(this.#clock.now())
        const token = header.slice(prefix.length)
        const { payload } = await jwtVerify(token, this.#keys.find, { ...expected, currentDate })
        if (typeof payload.sub !== "string" || payload.sub === "") return Reply.error(401, "Invalid token")
        ctx.set("user_id", payload.sub)
        ctx.set("token_claims", payload)
      } catch (error) {
        return rejected(ctx, error)
      }
      return next()
    }
  }
}

function rejected(ctx: Context, error: unknown): Reply {
  if (error instanceof errors.JOSEError) return Reply.error(401, "Invalid token")
  if (!(error instanceof KeysUnavailable)) throw error
  ctx.log.error({ err: error }, `issuerAuth(): ${error.message}`)
  ctx.response().setHeader("retry-after", "30")
  return Reply.error(503, "Service Unavailable")
}

function keysUrl(text: string): URL {
  if (isSafeAddress(text)) return new URL(text)
  throw fault("AUTH_ISSUER_INVALID", {
    name: "keys",
    value: JSON.stringify(text),
    wanted: "an address that begins with https://",
  })
}
