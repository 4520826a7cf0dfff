// Fixed as the fault says.
import { config, dto, module, type OutputOf, provide, token } from "trivet"

process.env["MISTAKE_PORT"] = "8080"
process.env["MISTAKE_URL"] = "https://example.com"

const Settings = dto({ MISTAKE_PORT: "integer", MISTAKE_URL: "required" })
const AppConfig = token<OutputOf<typeof Settings>>("AppConfig")

export const root = module({
  name: "app",
  declarations: [provide(AppConfig, () => config(Settings))],
})
