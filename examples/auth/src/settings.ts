import { config, dto, type NamedToken, type OutputOf, token } from "trivet"

const common = {
  PORT: "integer,min=0",
  DATABASE_DIRECT_URL: "",
  DATABASE_PREPARE: "",
  REDIS_URL: "",
  REDIS_PREFIX: "",
  BCRYPT_COST: "integer,min=4",
  RATE_LIMIT: "",
  LOGIN_LIMIT_ACCOUNT: "integer,min=1",
  LOGIN_LIMIT_ADDRESS: "integer,min=1",
  LOGIN_LIMIT_SECONDS: "integer,min=1",
  REGISTRATION_LIMIT: "integer,min=1",
  SESSIONS: "",
  TRUSTED_PROXIES: "",
  ORIGINS: "",
} as const

const Development = dto({ ...common, DATABASE_URL: "", JWT_SECRET: "" })
const Production = dto({ ...common, DATABASE_URL: "required", JWT_SECRET: "required" })

/** What can be set from outside. What is absent has the value that a start with nothing set needs. */
export type Settings = OutputOf<typeof Development>

/** The settings, for injection. */
export const Settings: NamedToken<Settings> = token<Settings>("Settings")

/** Reads the settings from the environment. What is wrong, or missing in production, is refused by name, all at once. */
export function readSettings(): Settings {
  const settings = process.env["NODE_ENV"] === "production" ? config(Production) : config(Development)
  oneOf("RATE_LIMIT", settings.RATE_LIMIT, ["on", "off"])
  oneOf("DATABASE_PREPARE", settings.DATABASE_PREPARE, ["on", "off"])
  oneOf("SESSIONS", settings.SESSIONS, ["postgres", "redis"])
  if (settings.SESSIONS === "redis" && settings.REDIS_URL === undefined)
    throw new Error("SESSIONS=redis needs REDIS_URL")
  return settings
}

function oneOf(name: string, value: string | undefined, allowed: readonly string[]): void {
  if (value !== undefined && !allowed.includes(value))
    throw new Error(`${name} must be ${allowed.join(" or ")}`)
}

/** A setting that names several things, apart by commas or spaces; none where it is not set. */
export function listOf(setting: string | undefined): readonly string[] {
  return (setting ?? "").split(/[\s,]+/).filter((name) => name !== "")
}
