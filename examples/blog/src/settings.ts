import { config, dto, type NamedToken, type OutputOf, token } from "trivet"

const common = {
  PORT: "integer,min=0",
  DATABASE_DIRECT_URL: "",
  DATABASE_PREPARE: "oneof=on|off,default=on",
  REDIS_URL: "",
  BCRYPT_COST: "integer,min=4,max=31,default=10",
  RATE_LIMIT: "oneof=on|off,default=on",
  UPLOADS: "",
  TRUSTED_PROXIES: "",
} as const

const Development = dto({ ...common, DATABASE_URL: "", JWT_SECRET: "" })
const production = { ...common, DATABASE_URL: "required", JWT_SECRET: "required" } as const
const Production = dto(production)
const SiteInProduction = dto({ ...production, UPLOADS: "required" })

/** What can be set from outside. What has no default may be absent, and then a start with nothing set still works. */
export type Settings = OutputOf<typeof Development>

/** The settings, for injection. */
export const Settings: NamedToken<Settings> = token<Settings>("Settings")

/** Reads the settings from the environment. What is wrong, or missing in production, is refused by name, all at once. */
export function readSettings(root?: "site"): Settings {
  return config(schemaFor(root))
}

/** The settings that these variables give, whatever the process has: for tests. */
export function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  return config(Development, { environment })
}

function schemaFor(root: "site" | undefined) {
  if (process.env["NODE_ENV"] !== "production") return Development
  return root === "site" ? SiteInProduction : Production
}

/** A setting that names several things, separated by commas or spaces; none where it is not set. */
export function listOf(setting: string | undefined): readonly string[] {
  return (setting ?? "").split(/[\s,]+/).filter((name) => name !== "")
}
