import { config, dto, type NamedToken, type OutputOf, token } from "trivet"

const common = {
  PORT: "integer,min=0",
  DATABASE_PREPARE: "",
  REDIS_URL: "",
  BCRYPT_COST: "integer,min=4",
  RATE_LIMIT: "",
  UPLOADS: "",
  TRUSTED_PROXIES: "",
} as const

const Development = dto({ ...common, DATABASE_URL: "", JWT_SECRET: "" })
const production = { ...common, DATABASE_URL: "required", JWT_SECRET: "required" } as const
const Production = dto(production)
const SiteInProduction = dto({ ...production, UPLOADS: "required" })

/** What can be set from outside. What is absent has the value that a start with nothing set needs. */
export type Settings = OutputOf<typeof Development>

/** The settings, for injection. */
export const Settings: NamedToken<Settings> = token<Settings>("Settings")

/** Reads the settings from the environment. What is wrong, or missing in production, is refused by name. */
export function readSettings(root?: "site"): Settings {
  const settings = config(schemaFor(root))
  if (settings.RATE_LIMIT !== undefined && !["on", "off"].includes(settings.RATE_LIMIT))
    throw new Error("RATE_LIMIT must be on or off")
  return settings
}

function schemaFor(root: "site" | undefined) {
  if (process.env["NODE_ENV"] !== "production") return Development
  return root === "site" ? SiteInProduction : Production
}

/** A setting that names several things, separated by commas or spaces; none where it is not set. */
export function listOf(setting: string | undefined): readonly string[] {
  return (setting ?? "").split(/[\s,]+/).filter((name) => name !== "")
}
