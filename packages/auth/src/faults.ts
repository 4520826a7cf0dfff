import { defineFaults, type FaultMaker } from "trivet"

/** The faults of `@trivet/auth`. */
export const catalogue = {
  AUTH_COST_INVALID: {
    message: "`cost` of the auth settings is {value}.",
    fix: "Set `cost` to a whole number from 4 to 31.",
  },
  AUTH_LIFETIME_INVALID: {
    message: "`lifetimeSeconds.{name}` of the auth settings is {value}.",
    fix: "Set `lifetimeSeconds.{name}` to a whole number of seconds from 1 to {most} ({days} days).",
  },
  AUTH_PASSWORD_INVALID: {
    message:
      "The password given to `hash()` is longer than 72 bytes or contains NUL. bcrypt would ignore the rest of it.",
    fix: "Call `check(password)` before `hash(password)`: it rejects such a password with status 400.",
  },
  AUTH_ROLE_MISSING: {
    message:
      "`BearerAuth` needs the role of the user, and access tokens with short claims do not contain one.",
    fix: 'Replace `BearerAuth` with `ShortBearerAuth`, or set `claims: "full"` in the auth settings.',
  },
  AUTH_SECRET_TOO_SHORT: {
    message: "`secret` of the auth settings has {bytes} bytes, and production needs at least {least}.",
    fix: "Pass a longer `secret` to `auth({ settings })`, for example from `JWT_SECRET`. `openssl rand -base64 48` prints one.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue)
