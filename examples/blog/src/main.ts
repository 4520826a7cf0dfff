import { provide, securityHeaders } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"
import { listOf, readSettings, Settings } from "./settings.ts"

const settings = readSettings()
await serve(AppModule, {
  platform: api(),
  guards: "required",
  middlewares: [securityHeaders()],
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
  provide: [provide(Settings, () => settings)],
})
