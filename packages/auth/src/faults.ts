import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/auth`. */
export const catalogue = {
  AUTH_ARGON_MISSING: {
    message:
      "`passwords` of the auth settings names `argon2id`, and `node:crypto` of this runtime has no `argon2()`.",
    fix: 'Run the application with Node 24.12 or newer, or set `passwords: "bcrypt"`.',
  },
  AUTH_COST_INVALID: {
    message: "`cost` of the auth settings is {value}.",
    fix: "Set `cost` to a whole number from 4 to 31.",
  },
  AUTH_ISSUER_INVALID: {
    message: "`{name}` of `issuerAuth()` is {value}.",
    fix: "Set `{name}` to {wanted}.",
  },
  AUTH_KEY_INVALID: {
    message: "Key {at} in `keys` of the auth settings cannot be used: {reason}.",
    fix: "Pass each key as PEM text, the first as a private key: `openssl genpkey -algorithm ed25519` prints one.",
  },
  AUTH_KEY_LIFETIME_INVALID: {
    message: "`lifetimeSeconds` of a new API key is {value}.",
    fix: "Pass a whole number of seconds from 1 to {most} (10 years), or leave it out.",
  },
  AUTH_KEYS_AND_SECRET: {
    message: "The auth settings have both `keys` and `secret`.",
    fix: "Remove `secret`. Tokens that it signed are then rejected, so their users log in again.",
  },
  AUTH_LIFETIME_INVALID: {
    message: "`lifetimeSeconds.{name}` of the auth settings is {value}.",
    fix: "Set `lifetimeSeconds.{name}` to a whole number of seconds from 1 to {most} ({days} days).",
  },
  AUTH_OPENID_INVALID: {
    message: "`{name}` of `openid()` is {value}.",
    fix: "Set `{name}` to {wanted}.",
  },
  AUTH_PASSWORD_INVALID: {
    message: "The password given to `hash()` is longer than {most} bytes or contains NUL.",
    fix: "Call `check(password)` before: it rejects such a password with status 400.",
  },
  AUTH_PASSWORDS_INVALID: {
    message: "`passwords` of the auth settings is {value}.",
    fix: 'Set `passwords` to `"bcrypt"`, `"argon2id"`, or a list of them: `["argon2id", "bcrypt"]`.',
  },
  AUTH_ROLE_MISSING: {
    message: "`BearerAuth` needs the user's role, which access tokens with short claims do not have.",
    fix: 'Replace `BearerAuth` with `ShortBearerAuth`, or set `claims: "full"` in the auth settings.',
  },
  AUTH_SECRET_EMPTY: {
    message: "One of the texts in `secret` of the auth settings is empty.",
    fix: "Remove it, or set the variable that it comes from.",
  },
  AUTH_SECRET_TOO_SHORT: {
    message: "`secret` of the auth settings has {bytes} bytes, and production needs at least {least}.",
    fix: "Pass a longer `secret` to `auth({ settings })`, for example from `JWT_SECRET`. `openssl rand -base64 48` prints one.",
  },
  AUTH_WEBHOOK_SCHEME: {
    message: "The scheme of `webhookAuth()` is {scheme}.",
    fix: 'Pass `"standard"`, `"stripe"` or `"github"`.',
  },
  AUTH_WEBHOOK_SECRET: {
    message: '`webhookAuth("{scheme}")` has no secret, or one that is empty or too short.',
    fix: "Pass the secret that the service shows for the webhook, as it is written there, or set the variable that it comes from.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
