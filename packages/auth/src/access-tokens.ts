import { randomUUID } from "node:crypto"
import { errors, jwtVerify, type JWTPayload, SignJWT } from "jose"
import { Clock, inject, KeyValue, Log } from "trivet"
import { AuthSettings } from "./auth-settings.ts"
import { digest } from "./digest.ts"
import { signingKeyOf } from "./signing-key.ts"

/** Whom a token speaks for. */
export interface TokenUser {
  readonly user_id: string
  readonly email: string
  readonly role?: string
}

/** What a good token says. */
export interface TokenClaims extends TokenUser {
  /** Seconds since 1970. */
  readonly exp: number
}

interface Remembered {
  readonly claims: TokenClaims
  /** When it was last known not to be revoked. */
  checked: number
}

const algorithm = "HS256"
const longest = 4_096
const mostRemembered = 10_000
const recheck = 1_000
/** Two machines' clocks may differ by this much, in seconds. It softens the issue time only, never the expiry. */
const leeway = 60

/**
 * Issues, verifies and revokes access tokens. A verified token is remembered, because verifying costs more than a whole
 * call; whether it was revoked is looked up again after at most a second.
 */
export class AccessTokens {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(KeyValue)
  readonly #clock = inject(Clock)
  readonly #key = signingKeyOf(this.#settings, inject(Log))
  readonly #remembered = new Map<string, Remembered>()

  /** A new token for a user. */
  async issue({ user_id, email, role }: TokenUser): Promise<string> {
    const { claims, issuer, lifetimes } = this.#settings
    const now = Math.floor(this.#clock.now() / 1000)
    const token = new SignJWT(claims === "full" ? { user_id, email, role } : { user_id, email })
      .setProtectedHeader({ alg: algorithm, typ: "JWT" })
      .setExpirationTime(now + lifetimes.access)
    if (claims === "full") token.setIssuedAt(now).setIssuer(issuer).setJti(randomUUID())
    return token.sign(this.#key)
  }

  /** What a token says; `undefined` for one that is not good. At once for a token that was seen in the last second. */
  verify(token: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    const known = this.#remembered.get(token)
    if (known === undefined) return this.#verifyAnew(token)
    const now = this.#clock.now()
    if (known.claims.exp * 1000 <= now) return this.#forget(token)
    return now - known.checked < recheck ? known.claims : this.#checkRevoked(token, known)
  }

  /** Ends a token before its time, on every process. One that is not good needs no ending. */
  async revoke(token: string): Promise<void> {
    if ((await this.#read(token)) !== undefined) await this.revokeDigest(digest(token))
  }

  /** Ends a token of which only the digest is known. */
  async revokeDigest(hashed: string): Promise<void> {
    await this.#store.set(keyOf(hashed), "1", { ttl: this.#settings.lifetimes.access + leeway })
    // Which token it was is not known here; all are looked up again, once.
    for (const entry of this.#remembered.values()) entry.checked = -Infinity
  }

  async #verifyAnew(token: string): Promise<TokenClaims | undefined> {
    const claims = await this.#read(token)
    return claims === undefined ? undefined : this.#checkRevoked(token, { claims, checked: 0 })
  }

  async #checkRevoked(token: string, entry: Remembered): Promise<TokenClaims | undefined> {
    const now = this.#clock.now()
    if ((await this.#store.get(keyOf(digest(token)))) !== undefined) return this.#forget(token)
    entry.checked = now
    this.#remembered.set(token, entry)
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= mostRemembered) break
      this.#remembered.delete(oldest)
    }
    return entry.claims
  }

  /** Checks signature, then times, then claims. The payload is not read before the signature is known to be good. */
  async #read(token: string): Promise<TokenClaims | undefined> {
    if (token.length > longest) return undefined
    try {
      const currentDate = new Date(this.#clock.now())
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [algorithm],
        requiredClaims: ["exp"],
        currentDate,
      })
      return this.#claimsOf(payload)
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
      throw error
    }
  }

  #claimsOf(payload: JWTPayload): TokenClaims | undefined {
    const { exp, iat, iss } = payload
    const now = this.#clock.now() / 1000
    const { claims, issuer, lifetimes } = this.#settings
    // Ours never live longer than this: a later expiry is another clock's, or milliseconds.
    if (typeof exp !== "number" || exp > now + lifetimes.access + leeway) return undefined
    if (claims === "full" && (typeof iat !== "number" || iat > now + leeway || iss !== issuer))
      return undefined
    const { user_id, email, role } = payload as {
      readonly user_id?: unknown
      readonly email?: unknown
      readonly role?: unknown
    }
    if (!isId(user_id) || typeof email !== "string") return undefined
    if (claims === "short") return { user_id, email, exp }
    return typeof role === "string" ? { user_id, email, role, exp } : undefined
  }

  #forget(token: string): undefined {
    this.#remembered.delete(token)
  }
}

function keyOf(hashed: string): string {
  return `revoked:${hashed}`
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !(value in Object.prototype)
}
