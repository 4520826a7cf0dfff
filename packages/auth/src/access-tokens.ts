import { randomUUID } from "node:crypto"
import { errors, jwtVerify, type JWTPayload, SignJWT } from "jose"
import { Clock, inject, Log } from "trivet"
import { AuthSettings } from "./auth-settings.ts"
import { digest } from "./digest.ts"
import { leeway, type Revocable, Revocations } from "./revocations.ts"
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
  readonly revocable: Revocable
  /** When it was last known not to be revoked, and what had been revoked by then. */
  checked: number
  revocations: number
}

const algorithm = "HS256"
const longest = 4_096
const mostRemembered = 10_000
const recheck = 1_000
// Three parts, the last of 32 bytes in its one proper spelling. Decoders let padding, white space and odd last bits
// pass, and a second spelling of a token would not be found among the revoked ones.
const shape = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/**
 * Issues, verifies and revokes access tokens. A verified token is remembered, because verifying costs more than a whole
 * call; whether it was revoked is looked up again after at most a second.
 */
export class AccessTokens {
  readonly #settings = inject(AuthSettings)
  readonly #clock = inject(Clock)
  readonly #revocations = inject(Revocations)
  readonly #key = signingKeyOf(this.#settings)
  readonly #log = inject(Log)
  readonly #remembered = new Map<string, Remembered>()

  /** Said at the start, not while the application is built: a tool that looks into it builds it too. */
  onStart(): void {
    if (this.#settings.secret === "")
      this.#log.warn("JWT_SECRET is not set: tokens are signed with a random key and end with this process")
  }

  /** A new token for a user. A token of a family ends with it. */
  async issue({ user_id, email, role = "user" }: TokenUser, family?: string): Promise<string> {
    const { claims, issuer, lifetimes } = this.#settings
    const now = Math.floor(this.#clock.now() / 1000)
    const ended = await this.#revocations.userEnd(user_id)
    // Tokens count in seconds: one of the second in which all were ended must begin in the next, to be told from those.
    const began = Math.max(now, Math.min(Math.floor(ended / 1000) + 1, now + 1))
    const token = new SignJWT(claims === "full" ? { user_id, email, role } : { user_id, email })
      .setProtectedHeader({ alg: algorithm, typ: "JWT" })
      .setExpirationTime(began + lifetimes.access)
    if (claims === "full") {
      const id = randomUUID()
      token
        .setIssuedAt(began)
        .setIssuer(issuer)
        .setJti(family === undefined ? id : `${family}.${id}`)
    }
    return token.sign(this.#key)
  }

  /** What a token says; `undefined` for one that is not good. At once for a token that was seen in the last second. */
  verify(token: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    const known = this.#remembered.get(token)
    if (known === undefined) return this.#verifyAnew(token)
    const now = this.#clock.now()
    if (known.claims.exp * 1000 <= now) return this.#forget(token)
    const isFresh = now - known.checked < recheck && known.revocations === this.#revocations.count
    return isFresh ? known.claims : this.#checkRevoked(token, known)
  }

  /** Ends a token before its time, on every process. One that is not good needs no ending. */
  async revoke(token: string): Promise<void> {
    const read = await this.#read(token)
    if (read !== undefined) await this.#revocations.endToken(read.revocable.digest)
  }

  async #verifyAnew(token: string): Promise<TokenClaims | undefined> {
    const read = await this.#read(token)
    return read === undefined ? undefined : this.#checkRevoked(token, read)
  }

  async #checkRevoked(token: string, entry: Remembered): Promise<TokenClaims | undefined> {
    // Noted before the question: what is revoked while it is asked must be found by the next one.
    const [now, count] = [this.#clock.now(), this.#revocations.count]
    if (await this.#revocations.isRevoked(entry.revocable)) return this.#forget(token)
    entry.checked = now
    entry.revocations = count
    this.#remembered.set(token, entry)
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= mostRemembered) break
      this.#remembered.delete(oldest)
    }
    return entry.claims
  }

  /** Checks signature, then times, then claims. The payload is not read before the signature is known to be good. */
  async #read(token: string): Promise<Remembered | undefined> {
    if (token.length > longest || !shape.test(token)) return undefined
    try {
      const currentDate = new Date(this.#clock.now())
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [algorithm],
        requiredClaims: ["exp"],
        currentDate,
      })
      return this.#rememberedOf(token, payload)
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  #rememberedOf(token: string, payload: JWTPayload): Remembered | undefined {
    const claims = this.#claimsOf(payload)
    if (claims === undefined) return undefined
    const family = payload.jti?.includes(".") === true ? payload.jti.split(".", 1)[0] : undefined
    const began = (claims.exp - this.#settings.lifetimes.access) * 1000
    const revocable = { digest: digest(token), family, userId: claims.user_id, began }
    return { claims, revocable, checked: 0, revocations: 0 }
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

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !(value in Object.prototype)
}
