import { config, dto, type NamedToken, type OutputOf, token } from "trivet"

const common = {
  PORT: "integer,min=0",
  DATABASE_PREPARE: "",
  REDIS_URL: "",
  BCRYPT_COST: "integer,min=4",
  RATE_LIMIT: "",
  UPLOADS: "",
} as const

const Development = dto({ ...common, DATABASE_URL: "", JWT_SECRET: "" })
const Production = dto({ ...common, DATABASE_URL: "required", JWT_SECRET: "required" })

/** What can be set from outside. What is absent has the value that a start with nothing set needs. */
export type Settings = OutputOf<typeof Development>

/** The settings, for injection. */
export const Settings: NamedToken<Settings> = token<Settings>("Settings")

/** Reads the settings from the environment. What is wrong, or missing in production, is refused by name. */
export function readSettings(): Settings {
  const settings = process.env["NODE_ENV"] === "production" ? config(Production) : config(Development)
  for (const name of ["RATE_LIMIT", "DATABASE_PREPARE"] as const)
    if (!["on", "off", undefined].includes(settings[name])) throw new Error(`${name} must be on or off`)
  return settings
}
