import { provide } from "trivet"
import { run } from "trivet/cli"
import { AppModule } from "./app-module.ts"
import { readSettings, Settings } from "./settings.ts"

const settings = readSettings()
await run(AppModule, {
  name: "auth",
  summary: "The commands of the authentication service",
  provide: [provide(Settings, () => settings)],
})
