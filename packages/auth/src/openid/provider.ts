import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
} from "openid-client"
import { boundedFetch } from "./bounded-fetch.ts"
import type { OpenidSettings } from "./openid-settings.ts"
import type { PendingSignIn } from "./pending-sign-ins.ts"
import { ProviderUnavailable } from "./provider-unavailable.ts"

const pause = 10_000
const refresh = 60 * 60 * 1000

/** The claims about a person: those of the ID token, or those of the user info if the token has no e-mail address. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/**
 * A provider: its metadata, the address for sign-ins, and the claims about people. The metadata is fetched for the
 * first sign-in and again every hour. While the provider is down, it is asked at most every ten seconds, and the known
 * metadata stays in use.
 */
export class Provider {
  readonly #settings: OpenidSettings
  readonly #callback: string
  readonly #now: () => number
  #known: { readonly configuration: Configuration; readonly since: number } | undefined
  #tried = -Infinity
  #loading: Promise<void> | undefined

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(settings: OpenidSettings, callback: string, now: () => number) {
    this.#settings = settings
    this.#callback = callback
    this.#now = now
  }

  /** The address at the provider where a person signs in. */
  async addressFor(
    state: string,
    { verifier, nonce }: Pick<PendingSignIn, "verifier" | "nonce">,
  ): Promise<string> {
    const { scopes = ["openid", "email"] } = this.#settings
    const url = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#callback,
      scope: scopes.join(" "),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    })
    return url.href
  }

  /** Throws `ProviderUnavailable` if the metadata of the provider is not known and cannot be fetched. */
  async ready(): Promise<void> {
    await this.#configuration()
  }

  /**
   * Exchanges the code in the query of the callback for the claims about the person. Throws if a check fails: `state`,
   * `iss` of the reply, and signature, algorithm, `iss`, `aud`, `exp` and `nonce` of the ID token.
   */
  async claimsOf(query: URLSearchParams, state: string, pending: PendingSignIn): Promise<Claims> {
    const configuration = await this.#configuration()
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(`${this.#callback}?${query.toString()}`),
      {
        pkceCodeVerifier: pending.verifier,
        expectedState: state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      },
    )
    const claims: IDToken = tokens.claims()!
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
    if (claims["email"] !== undefined || !hasMore) return claims
    // It rejects user info about another `sub`. The two sets of claims are not merged: `email` and `email_verified`
    // must have one source.
    return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub }
  }

  async #configuration(): Promise<Configuration> {
    const age = this.#now() - (this.#known?.since ?? -Infinity)
    if (this.#known === undefined) await this.#reload()
    // In the background: the known metadata stays valid meanwhile.
    else if (age > refresh) void this.#reload().catch(() => undefined)
    if (this.#known === undefined)
      throw new ProviderUnavailable(`${this.#settings.issuer} did not answer less than 10 seconds ago`)
    return this.#known.configuration
  }

  #reload(): Promise<void> {
    if (this.#loading !== undefined) return this.#loading
    if (this.#now() - this.#tried < pause) return Promise.resolve()
    this.#tried = this.#now()
    const failed = (cause: unknown) => {
      throw new ProviderUnavailable(`${this.#settings.issuer} does not answer as a provider must`, { cause })
    }
    return (this.#loading = this.#load()
      .catch(failed)
      .finally(() => (this.#loading = undefined)))
  }

  async #load(): Promise<void> {
    const { issuer, clientId, clientSecret, algorithm = "RS256" } = this.#settings
    const url = new URL(issuer)
    const configuration = await discovery(
      url,
      clientId,
      // The algorithm is fixed here. Otherwise the metadata of the provider would choose it.
      { client_secret: clientSecret, id_token_signed_response_alg: algorithm },
      ClientSecretBasic(clientSecret),
      {
        // oxlint-disable-next-line typescript/no-deprecated -- Only for a provider on this machine: see checkSettings().
        execute: [enableNonRepudiationChecks, ...(url.protocol === "http:" ? [allowInsecureRequests] : [])],
        [customFetch]: boundedFetch,
      },
    )
    this.#known = { configuration, since: this.#tried }
  }
}
