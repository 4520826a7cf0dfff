import { provide } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { readSettings, Settings } from "../../src/settings.ts"
import { AdministratorsModule } from "./administrators-module.ts"

const settings = readSettings()
await serve(AdministratorsModule, {
  platform: api(),
  guards: "required",
  provide: [provide(Settings, () => settings)],
})
