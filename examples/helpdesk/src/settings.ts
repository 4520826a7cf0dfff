import { config, dto, type NamedToken, type OutputOf, token } from "trivet"

const always = {
  PORT: "integer,min=0",
  WORKERS: "integer,min=1",
  MANAGEMENT_PORT: "integer,min=0",
  MANAGEMENT_HOST: "",
  REDIS_URL: "",
  FILES_URL: "",
  BCRYPT_COST: "integer,min=4,max=31,default=12",
  TRUSTED_PROXIES: "",
  RATE_LIMIT: "oneof=on|off,default=on",
  MAIL_FROM: "",
  MAIL_URL: "",
  SITE_URL: "",
  STRIPE_URL: "url",
  STRIPE_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
} as const

// In development everything has a value that needs no server; in production they must be set.
const Development = dto({ ...always, DATABASE_URL: "" })
const Production = dto({
  ...always,
  DATABASE_URL: "required",
  FILES_URL: "required",
  MAIL_FROM: "required",
  MAIL_URL: "required",
  SITE_URL: "required",
})

/** What can be set from outside. What has no default may be absent. */
export type Settings = OutputOf<typeof Development>

/** The settings, for injection: `inject(Settings).DATABASE_URL`. */
export const Settings: NamedToken<Settings> = token<Settings>("Settings")

/** Reads the environment and, outside of production, the file `.env`. Reports all missing and invalid variables at once. */
export function readSettings(): Settings {
  return process.env["NODE_ENV"] === "production" ? config(Production) : config(Development)
}

/** A setting that names several things, separated by commas or spaces; none where it is not set. */
export function listOf(setting: string | undefined): readonly string[] {
  return (setting ?? "").split(/[\s,]+/).filter((name) => name !== "")
}
