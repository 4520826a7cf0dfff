import { provide } from "trivet"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"
import { listOf, readSettings, Settings } from "./settings.ts"
import { siteOptions } from "./site/site-options.ts"

const settings = readSettings()
const { MANAGEMENT_PORT: port, MANAGEMENT_HOST: host } = settings
await serve(AppModule, {
  ...siteOptions,
  provide: [provide(Settings, () => settings)],
  // Behind a proxy that is not named here, all clients have its address and share its limits.
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
  // One process without workers, unless the setting says how many.
  ...(settings.WORKERS !== undefined && { workers: settings.WORKERS }),
  // Also in a runner of jobs (TRIVET_ONLY=job), which listens on no other port.
  ...(port !== undefined && { management: { port, ...(host !== undefined && { host }) } }),
})
