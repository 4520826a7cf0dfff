import { config, dto, type OutputOf, token } from "trivet"

const Schema = dto({
  DATABASE_URL: "required",
  JWT_SECRET: "required,min=32",
  BCRYPT_COST: "integer,min=4,max=31,default=12",
})

export type Settings = OutputOf<typeof Schema>
export const Settings = token<Settings>("Settings")

/** Reads the environment. Reports all missing and invalid variables at once. */
export function readSettings(): Settings {
  return config(Schema)
}
