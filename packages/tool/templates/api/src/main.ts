import { provide } from "trivet"
import { serve } from "trivet/node"
import { apiOptions } from "./api-options.ts"
import { AppModule } from "./app-module.ts"
import { listOf, readSettings, Settings } from "./settings.ts"

const settings = readSettings()
await serve(AppModule, {
  ...apiOptions,
  provide: [provide(Settings, () => settings)],
  // Behind a proxy that is not named here, all clients have its address and share its limits.
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
})
