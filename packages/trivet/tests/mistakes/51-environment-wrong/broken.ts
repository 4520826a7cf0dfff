// The environment lacks a variable, and another one is not a number.
import { config, dto, module, type OutputOf, provide, token } from "trivet"
import type { Expected } from "../expected.ts"

process.env["MISTAKE_PORT"] = "http"

const Settings = dto({ MISTAKE_PORT: "integer", MISTAKE_URL: "required" })
const AppConfig = token<OutputOf<typeof Settings>>("AppConfig")

export const root = module({
  name: "app",
  declarations: [provide(AppConfig, () => config(Settings))], // here
})

export const expected = { code: "CONFIG_INVALID", chain: ["AppConfig"] } satisfies Expected
