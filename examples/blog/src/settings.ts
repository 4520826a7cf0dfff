import { config, dto, type NamedToken, type OutputOf, token } from "trivet"

const Environment = dto({
  PORT: "integer",
  DATABASE_URL: "",
  REDIS_URL: "",
  JWT_SECRET: "",
  BCRYPT_COST: "integer,min=4",
  RATE_LIMIT: "integer",
})

/** What can be set from outside. What is absent has the value that a start with nothing set needs. */
export type Settings = OutputOf<typeof Environment>

/** The settings, for injection. */
export const Settings: NamedToken<Settings> = token<Settings>("Settings")

/** Reads the settings from the environment; a wrong one is refused by name. */
export function readSettings(): Settings {
  return config(Environment)
}
