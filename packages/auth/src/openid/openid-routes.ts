import { randomBytes } from "node:crypto"
import {
  anyone,
  Clock,
  type Context,
  get,
  inject,
  KeyValue,
  PublicError,
  Reply,
  ReplyHeaders,
  type Route,
} from "trivet"
import { isLocalPath } from "trivet/web"
import { AuthSettings } from "../auth-settings.ts"
import { type Generation, Revocations } from "../tokens/revocations.ts"
import { SessionAuth, sessionCookie } from "../sessions/session-auth.ts"
import { Sessions } from "../sessions/sessions.ts"
import { continuePage } from "./continue-page.ts"
import { Identities, type Identity } from "./identities.ts"
import type { OpenidSettings } from "./openid-settings.ts"
import { pendingSeconds, type PendingSignIn, PendingSignIns } from "./pending-sign-ins.ts"
import { findUnavailable } from "./provider-unavailable.ts"
import { type Claims, Provider } from "./provider.ts"

const again = "The sign-in could not be completed. Please start again."
/** The maximum age of a session that may link an account, in milliseconds. */
const recent = 10 * 60 * 1000

interface SignedInUser {
  readonly userId: string
  readonly generation: Generation
}

/** The routes of one provider. */
export class OpenidRoutes {
  readonly #identities = inject(Identities)
  readonly #sessions = inject(Sessions)
  readonly #revocations = inject(Revocations)
  readonly #auth = inject(AuthSettings)
  readonly #clock = inject(Clock)
  readonly #settings: OpenidSettings
  readonly #path: string
  readonly #provider: Provider
  readonly #pending: PendingSignIns
  readonly #cookie: string

  constructor(name: string, settings: OpenidSettings) {
    this.#settings = settings
    this.#path = `/login/${name}`
    this.#provider = new Provider(settings, `${settings.origin}${this.#path}/callback`, () =>
      this.#clock.monotonic(),
    )
    this.#pending = new PendingSignIns(inject(KeyValue), name)
    // The `__Host-` prefix prevents other hosts of the same domain from setting the cookie. Browsers accept it over
    // HTTPS only.
    this.#cookie = `${this.#isSecure ? "__Host-" : ""}openid_${name}`
  }

  routes(): readonly Route[] {
    const isPublic = { middlewares: [anyone] }
    return [
      get(this.#path, this.begin, { ...isPublic, summary: "Sign in at the provider" }),
      get(`${this.#path}/callback`, this.finish, { ...isPublic, summary: "Back from the provider" }),
      get(`${this.#path}/link`, this.link, {
        middlewares: [SessionAuth],
        summary: "Link an account at the provider",
      }),
    ]
  }

  /** Sends the browser to the provider. */
  begin(ctx: Context): Promise<Reply> | Reply {
    // Otherwise a page of another site could silently sign in a browser that has a session at the provider.
    const isAsked = ["", "none", "same-origin"].includes(ctx.header("sec-fetch-site"))
    return isAsked ? this.#send(ctx, undefined) : continuePage(this.#path, targetOf(ctx))
  }

  /** Sends the browser to the provider, to link the account there to the signed-in user. */
  async link(ctx: Context<string, "user_id">): Promise<Reply> {
    // A page of another site could lead here while the browser is signed in at the provider with the attacker's
    // account.
    if (ctx.header("sec-fetch-site") !== "same-origin") throw new PublicError(403, "Forbidden")
    // The linked account gives permanent access to this one. An old session in an unattended browser must not be
    // enough.
    const session = await this.#sessions.find(ctx.cookie(sessionCookie))
    const age = this.#clock.now() - Date.parse(session?.created_at ?? "")
    if (!(age <= recent))
      throw new PublicError(403, "Sign in again, then link the account within ten minutes.")
    return this.#send(ctx, ctx.get("user_id"))
  }

  /** Where the provider sends the browser back to. */
  async finish(ctx: Context): Promise<unknown> {
    ctx.response().setHeader("cache-control", "no-store")
    const [state, cookie] = [ctx.query("state"), ctx.cookie(this.#cookie)]
    if (cookie !== "") this.#setCookie(ctx, "", 0)
    const pending = await this.#pending.take(state, cookie)
    if (pending === undefined)
      throw this.#rejected(ctx, 400, again, "its state is unknown, used, too old or from another browser")
    const claims = await this.#claims(ctx, state, pending)
    const identity = { issuer: this.#settings.issuer, subject: claims.sub }
    const { userId, generation } = await (pending.linkTo === undefined
      ? this.#userOf(ctx, identity, claims)
      : this.#linkTo(ctx, pending.linkTo, identity, claims))
    ctx.log.info({ user_id: userId, issuer: identity.issuer }, "signed in with OpenID")
    const { signedIn } = this.#settings
    if (signedIn !== undefined) return signedIn(ctx, userId, generation)
    // Against session fixation: an attacker may know the id that the browser had before the sign-in.
    await this.#sessions.destroy(ctx.cookie(sessionCookie))
    const id = await this.#sessions.create(userId, generation)
    ctx.setCookie(sessionCookie, id, { maxAge: this.#auth.lifetimeSeconds.session })
    return redirectTo(pending.target)
  }

  get #isSecure(): boolean {
    return this.#settings.origin.startsWith("https:")
  }

  async #send(ctx: Context, linkTo: string | undefined): Promise<Reply> {
    ctx.response().setHeader("cache-control", "no-store")
    const [verifier, nonce] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")]
    const target = targetOf(ctx)
    // Checked first, so that nothing is stored while the provider is down.
    await this.#orUnavailable(ctx, this.#provider.ready())
    const pending = { verifier, nonce, target, ...(linkTo !== undefined && { linkTo }) }
    const { state, cookie } = await this.#pending.begin(pending)
    this.#setCookie(ctx, cookie, pendingSeconds)
    return redirectTo(await this.#provider.addressFor(state, pending))
  }

  async #claims(ctx: Context, state: string, pending: PendingSignIn): Promise<Claims> {
    const query = new URLSearchParams(ctx.request().queries())
    try {
      const claims = await this.#orUnavailable(ctx, this.#provider.claimsOf(query, state, pending))
      // The limits of OpenID Connect. Some stores cannot keep other characters.
      if (!/^[\u0020-\u007e]{1,255}$/.test(claims.sub))
        throw new Error("`sub` is no text of 1 to 255 characters")
      return claims
    } catch (error) {
      if (error instanceof PublicError) throw error
      const isRefused = query.get("error") === "access_denied"
      const message = isRefused ? "The sign-in was cancelled." : again
      throw this.#rejected(ctx, isRefused ? 403 : 400, message, reasonOfRejection(error))
    }
  }

  async #userOf(ctx: Context, identity: Identity, claims: Claims): Promise<SignedInUser> {
    const known = await this.#identities.find(identity)
    // Read before `accept()`, which may find the user locked, and before the identity is looked up again: a revocation
    // meanwhile then ends the new session.
    const before = known === undefined ? undefined : await this.#revocations.generationOf(known)
    const person = { ...identity, userId: known, email: verifiedEmailOf(claims), claims }
    const accepted = await this.#settings.accept(person)
    const message = "This account cannot be used to sign in."
    if (accepted === undefined) throw this.#rejected(ctx, 403, message, "the application did not accept it")
    const generation = before ?? (await this.#revocations.generationOf(accepted))
    const owner = await (known === undefined
      ? this.#identities.link(identity, accepted)
      : this.#identities.find(identity))
    if (owner !== accepted) throw this.#rejected(ctx, 403, message, "it belongs to another user")
    return { userId: owner, generation }
  }

  async #linkTo(ctx: Context, userId: string, identity: Identity, claims: Claims): Promise<SignedInUser> {
    const generation = await this.#revocations.generationOf(userId)
    const session = await this.#sessions.find(ctx.cookie(sessionCookie))
    if (session?.user_id !== userId)
      throw this.#rejected(ctx, 403, again, "the user who began to link an account is not signed in any more")
    if (verifiedEmailOf(claims) === undefined)
      throw this.#rejected(
        ctx,
        403,
        "The provider has not verified your e-mail address.",
        "its e-mail is unverified",
      )
    if ((await this.#identities.link(identity, userId)) !== userId)
      throw this.#rejected(
        ctx,
        409,
        "This account is linked to another user.",
        "it is linked to another user",
      )
    // Checked after linking. An identity that was linked earlier is removed by `unlinkAll()`, which is called after
    // `revokeUser()`.
    if (await this.#revocations.isOver(userId, generation)) {
      await this.#identities.unlink(identity, userId)
      throw this.#rejected(ctx, 403, again, "all sessions of the user were ended meanwhile")
    }
    return { userId, generation }
  }

  #setCookie(ctx: Context, value: string, maxAge: number): void {
    ctx.setCookie(this.#cookie, value, { maxAge, ...(this.#isSecure && { secure: true }) })
  }

  async #orUnavailable<T>(ctx: Context, asked: Promise<T>): Promise<T> {
    try {
      return await asked
    } catch (error) {
      const unavailable = findUnavailable(error)
      if (unavailable === undefined) throw error
      ctx.log.error(
        { err: unavailable, issuer: this.#settings.issuer },
        `OpenID sign-in unavailable: ${unavailable.message}`,
      )
      const message = "Signing in with this provider is not possible at the moment. Please try again later."
      throw new PublicError(503, message, { headers: { "retry-after": "10" }, log: false, cause: error })
    }
  }

  #rejected(ctx: Context, status: number, message: string, reason: string): PublicError {
    ctx.log.warn({ issuer: this.#settings.issuer, reason }, `OpenID sign-in rejected: ${reason}`)
    return new PublicError(status, message)
  }
}

/** The e-mail address if it is verified. Only `true` counts, not the text `"true"`. */
function verifiedEmailOf({ email, email_verified }: Claims): string | undefined {
  return email_verified === true && typeof email === "string" && email !== "" ? email : undefined
}

/** The path of this site to which the browser is redirected afterwards. */
function targetOf(ctx: Context): string {
  const path = ctx.query("return")
  if (path.length > 2_048 || !isLocalPath(path)) return "/"
  const { pathname, search, hash } = new URL(path, "http://localhost")
  return pathname + search + hash
}

function redirectTo(address: string): Reply {
  const reply = Reply.empty(303)
  reply.headers = new ReplyHeaders().set("location", address)
  return reply
}

/** The messages and codes of an error and of its causes, for the log. */
function reasonOfRejection(error: unknown): string {
  const said: string[] = []
  for (let one = error; one instanceof Error && said.length < 4; one = one.cause) {
    const { code, error: named } = one as { readonly code?: unknown; readonly error?: unknown }
    // `error` is the error code of the provider, such as `invalid_grant`.
    const codes = [code, named].filter((text) => typeof text === "string").map((text) => text.slice(0, 100))
    said.push(codes.length === 0 ? one.message : `${one.message} (${codes.join(", ")})`)
  }
  return said.join(": ")
}
