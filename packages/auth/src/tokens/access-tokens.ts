import { errors, type JWK, type JWSHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from "jose"
import { Clock, inject } from "trivet"
import { AppLog } from "trivet/extend"
import { AuthSettings, maxAccessLifetime } from "../auth-settings.ts"
import { digest } from "../digest.ts"
import { type Generation, leeway, type Revocable, Revocations } from "./revocations.ts"
import { tokenKeysOf } from "./token-keys.ts"
import { randomUUID } from "node:crypto"

/** The user of a token. */
export interface TokenUser {
  /** The user's id; not empty. */
  readonly user_id: string
  /** The user's e-mail address. */
  readonly email: string
  /** The user's role. Default: `user`. */
  readonly role?: string
}

/** The claims of a valid access token. */
export interface TokenClaims extends TokenUser {
  /** When it expires, in seconds since 1970-01-01 UTC. */
  readonly exp: number
}

interface Remembered {
  readonly claims: TokenClaims
  readonly revocable: Revocable
  /**
   * Until when the token is accepted without asking the store (monotonic clock), and the count of revocations at the
   * last check.
   */
  freshUntil: number
  revocations: number
}

interface Opened {
  readonly payload: JWTPayload
  readonly protectedHeader: JWSHeaderParameters
}

const maxLength = 4_096
const mostRemembered = 10_000
const recheck = 1_000
// For `revoke()`: a token that is expired by this process's clock may still be accepted by another process, so its
// expiry is ignored.
const anyTime = Number.MAX_SAFE_INTEGER
// Tokens with short claims carry the generation in this header field: their payload has no `jti`.
const generationHeader = "gen"
// Three parts, the last in its canonical base64url form. Decoders also accept padding, white space and non-zero
// trailing bits, and a second spelling of a token would not be found among the revoked ones.
const shape = /^[\w-]+\.[\w-]+\.(?:[\w-]{4})+(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/

/**
 * Issues, verifies and revokes access tokens (JWT: HS256, or EdDSA and RS256 with `keys`). Valid tokens are cached, because
 * verifying is slow. A token that another process has revoked is rejected after at most one second.
 */
export class AccessTokens {
  readonly #settings = inject(AuthSettings)
  readonly #clock = inject(Clock)
  readonly #revocations = inject(Revocations)
  readonly #keys = tokenKeysOf(this.#settings)
  readonly #log = inject(AppLog)
  readonly #remembered = new Map<string, Remembered>()

  /** Logs a warning if no secret is set. */
  // Not in the constructor: tools that inspect the application construct it too.
  onStart(): void {
    const { secret, keys } = this.#settings
    if (keys.length === 0 && [secret].flat().join("") === "")
      this.#log.warn("JWT_SECRET is not set: tokens are signed with a random key and end with this process")
  }

  /**
   * Issues a token for a user. `generation` is that of the user before the password was checked:
   * `await revocations.generationOf(userId)`. With the id of a `family`, the token becomes invalid when the family ends.
   */
  async create(
    { user_id, email, role = "user" }: TokenUser,
    generation: Generation,
    family?: string,
  ): Promise<string> {
    const { claims, issuer, lifetimeSeconds } = this.#settings
    const now = Math.floor(this.#clock.now() / 1000)
    const isShort = claims === "short"
    const { algorithm, id, key } = this.#keys.signing
    const token = new SignJWT(isShort ? { user_id, email } : { user_id, email, role })
      .setProtectedHeader({
        alg: algorithm,
        typ: "JWT",
        ...(id !== undefined && { kid: id }),
        ...(isShort && generation !== "" && { [generationHeader]: generation }),
      })
      .setExpirationTime(now + lifetimeSeconds.access)
    if (!isShort) token.setIssuedAt(now).setIssuer(issuer).setJti(tokenIdOf({ family, generation }))
    return token.sign(key)
  }

  /** Returns the public keys that verify tokens, for services that check them: a JSON Web Key Set. */
  publicKeys(): { readonly keys: readonly JWK[] } {
    return { keys: this.#keys.published }
  }

  /**
   * Returns the claims of a token; `undefined` if it is invalid, expired or revoked. Returns without a promise if the token
   * was verified within the last second.
   */
  verify(token: string): TokenClaims | undefined | Promise<TokenClaims | undefined> {
    const known = this.#remembered.get(token)
    if (known === undefined) return this.recheck(token)
    const isFresh =
      this.#clock.monotonic() < known.freshUntil && known.revocations === this.#revocations.count
    return isFresh ? known.claims : this.#checkRevoked(token, known)
  }

  /**
   * Like `verify()`, but always checks the store. Use it before you create something that outlives the request, such as
   * an API key, after you have read the user's generation.
   */
  async recheck(token: string): Promise<TokenClaims | undefined> {
    const read = await this.#read(token)
    return read === undefined ? undefined : this.#checkRevoked(token, read)
  }

  /** Revokes a token, on every process. Does nothing if the token is invalid. */
  async revoke(token: string): Promise<void> {
    const opened = await this.#open(token, anyTime)
    if (opened === undefined) return
    const { exp = 0 } = opened.payload
    const left = exp - this.#clock.now() / 1000
    // If this process's clock is ahead, `left` is too small, or negative for a token that other processes still accept.
    const seconds = Math.max(left, this.#settings.lifetimeSeconds.access)
    await this.#revocations.endToken(digest(token), Math.min(seconds, maxAccessLifetime))
  }

  async #checkRevoked(token: string, entry: Remembered): Promise<TokenClaims | undefined> {
    const left = entry.claims.exp * 1000 - this.#clock.now()
    if (left <= 0) return this.#forget(token)
    // Read before the store is asked: a revocation during the check then invalidates the cached result.
    const [asked, count] = [this.#clock.monotonic(), this.#revocations.count]
    if (await this.#revocations.isRevoked(entry.revocable)) return this.#forget(token)
    entry.freshUntil = asked + Math.min(left, recheck)
    entry.revocations = count
    this.#remembered.set(token, entry)
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= mostRemembered) break
      this.#remembered.delete(oldest)
    }
    return entry.claims
  }

  /** Checks signature, then times, then claims. The payload is not used before the signature is verified. */
  async #read(token: string): Promise<Remembered | undefined> {
    const opened = await this.#open(token)
    const claims = opened && this.#claimsOf(opened.payload)
    if (opened === undefined || claims === undefined) return undefined
    const { family, generation } = this.#originOf(opened)
    const revocable = { digest: digest(token), family, userId: claims.user_id, generation }
    return { claims, revocable, freshUntil: 0, revocations: 0 }
  }

  async #open(token: string, clockTolerance = 0): Promise<Opened | undefined> {
    if (token.length > maxLength || !shape.test(token)) return undefined
    for (const { algorithm, key } of this.#keys.candidatesFor(token)) {
      try {
        return await jwtVerify(token, key, {
          algorithms: [algorithm],
          requiredClaims: ["exp"],
          currentDate: new Date(this.#clock.now()),
          clockTolerance,
        })
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
      }
    }
    return undefined
  }

  #originOf({ payload, protectedHeader }: Opened): TokenOrigin {
    if (this.#settings.claims === "full") return parseTokenId(String(payload.jti ?? ""))
    const generation = protectedHeader[generationHeader]
    return { family: undefined, generation: typeof generation === "string" ? generation : "" }
  }

  #claimsOf(payload: JWTPayload): TokenClaims | undefined {
    const { exp, iat, iss } = payload
    const now = this.#clock.now() / 1000
    const { claims, issuer, lifetimeSeconds } = this.#settings
    // Own tokens never live longer than this. A later expiry comes from a wrong clock, or is in milliseconds.
    if (typeof exp !== "number" || exp > now + lifetimeSeconds.access + leeway) return undefined
    if (claims === "full") {
      if (typeof iat !== "number" || iat > now + leeway || iss !== issuer) return undefined
      // Issued under settings with a longer lifetime: rejected, however little of it is left.
      if (exp - iat > lifetimeSeconds.access) return undefined
    }
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

/** What a token is revoked with: its family, and the generation of its user. */
type TokenOrigin = Pick<Revocable, "family" | "generation">

/**
 * Creates the id of an access token (`jti`): the family or nothing, a random id and the user's generation, separated by
 * dots. If family and generation are empty, it is the random id alone.
 */
function tokenIdOf({ family = "", generation }: TokenOrigin): string {
  const own = randomUUID()
  if (generation !== "") return `${family}.${own}.${generation}`
  return family === "" ? own : `${family}.${own}`
}

/** The family and the generation in a token id. */
function parseTokenId(id: string): TokenOrigin {
  const parts = id.split(".")
  if (parts.length === 1) return { family: undefined, generation: "" }
  const [family = "", , generation = ""] = parts
  return { family: family === "" ? undefined : family, generation }
}
