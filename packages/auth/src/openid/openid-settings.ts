import type { Context } from "trivet"
import { checkOptions } from "trivet/extend"
import { fault } from "../faults.ts"
import { isSafeAddress } from "../is-safe-address.ts"
import type { Generation } from "../tokens/revocations.ts"
import type { Identity } from "./identities.ts"

/** The person who has signed in at a provider. */
export interface OpenidPerson extends Identity {
  /** The id of the user that this identity belongs to; `undefined` at the first sign-in. */
  readonly userId: string | undefined
  /**
   * The e-mail address, if the provider says that it has verified it; otherwise `undefined`. Do not look for a user
   * with this address: an attacker who gets it verified by any one provider would get the account.
   */
  readonly email: string | undefined
  /** All claims of the ID token or of the provider's user info, unchecked except for the signature. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** The settings of a provider. */
export interface OpenidSettings {
  /** The provider: its address, exactly as `iss` of its tokens. HTTPS, except on this machine. */
  readonly issuer: string
  /** The id that the provider has given to this application. */
  readonly clientId: string
  /** The secret that the provider has given to this application. */
  readonly clientSecret: string
  /**
   * The origin of this site, such as `https://app.example.com`. Register `<origin>/login/<name>/callback` at the
   * provider.
   */
  readonly origin: string
  /**
   * Returns the id of the user who signs in: `userId` of a known identity, or that of a user that it creates. `undefined`
   * rejects the sign-in: the user is locked, or the address belongs to another account.
   */
  readonly accept: (person: OpenidPerson) => Promise<string | undefined>
  /**
   * Answers a completed sign-in, for example with tokens of this generation. Default: begins a session and redirects to
   * the path in the query parameter `return` of `/login/<name>`, otherwise to `/`.
   */
  readonly signedIn?: (ctx: Context, userId: string, generation: Generation) => unknown
  /** The scopes that are requested. Default: `["openid", "email"]`. */
  readonly scopes?: readonly string[]
  /** The one algorithm of its ID tokens. Default: `RS256`. */
  readonly algorithm?: "RS256" | "PS256" | "ES256" | "EdDSA"
}

const names = {
  issuer: true,
  clientId: true,
  clientSecret: true,
  origin: true,
  accept: true,
  signedIn: true,
  scopes: true,
  algorithm: true,
} as const

/** Throws a fault if a setting is missing or invalid. */
export function checkSettings(settings: OpenidSettings): OpenidSettings {
  checkOptions(settings, names, "openid({ settings })")
  const { issuer, clientId, clientSecret, origin, scopes = ["openid"] } = settings
  const isText = (value: unknown) => typeof value === "string" && value !== ""
  check("issuer", issuer, isSafeAddress(issuer), "the provider's address, which begins with `https://`")
  check("clientId", clientId, isText(clientId), "the id that the provider has given to this application")
  // The value is a secret and is not part of the message.
  check(
    "clientSecret",
    "",
    isText(clientSecret),
    "the secret that the provider has given to this application",
  )
  const isOrigin = isSafeAddress(origin) && new URL(origin).origin === origin
  check(
    "origin",
    origin,
    isOrigin,
    "the origin of this site, such as `https://app.example.com`, without a path",
  )
  check("scopes", scopes, scopes.includes("openid"), 'a list that contains `"openid"`')
  return settings
}

function check(name: string, value: unknown, isRight: boolean, wanted: string): void {
  if (!isRight) throw fault("AUTH_OPENID_INVALID", { name, value: JSON.stringify(value), wanted })
}
