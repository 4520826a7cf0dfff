import { config, dto, type NamedToken, type OutputOf, token } from "trivet"

const common = {
  PORT: "integer,min=0",
  DATABASE_DIRECT_URL: "",
  DATABASE_PREPARE: "oneof=on|off,default=on",
  REDIS_URL: "",
  REDIS_PREFIX: "default=auth",
  BCRYPT_COST: "integer,min=4,max=31,default=14",
  RATE_LIMIT: "oneof=on|off,default=on",
  LOGIN_LIMIT_ACCOUNT: "integer,min=1",
  LOGIN_LIMIT_ADDRESS: "integer,min=1",
  LOGIN_LIMIT_SECONDS: "integer,min=1",
  REGISTRATION_LIMIT: "integer,min=1,default=300",
  SESSIONS: "oneof=postgres|redis,default=postgres",
  TRUSTED_PROXIES: "",
  ORIGINS: "",
} as const

const Development = dto({ ...common, DATABASE_URL: "", JWT_SECRET: "" })
const Production = dto({ ...common, DATABASE_URL: "required", JWT_SECRET: "required" })

/** What can be set from outside. What has no default may be absent, and then a start with nothing set still works. */
export type Settings = OutputOf<typeof Development>

/** The settings, for injection. */
export const Settings: NamedToken<Settings> = token<Settings>("Settings")

/** Reads the settings from the environment. What is wrong, or missing in production, is refused by name, all at once. */
export function readSettings(): Settings {
  const settings = process.env["NODE_ENV"] === "production" ? config(Production) : config(Development)
  // Sessions in Redis need its address: reported like any other variable that is missing.
  if (settings.SESSIONS === "redis") config(dto({ REDIS_URL: "required" }))
  return settings
}

/** The settings that these variables give, whatever the process has: for tests. */
export function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  return config(Development, { environment })
}

/** A setting that names several things, apart by commas or spaces; none where it is not set. */
export function listOf(setting: string | undefined): readonly string[] {
  return (setting ?? "").split(/[\s,]+/).filter((name) => name !== "")
}
