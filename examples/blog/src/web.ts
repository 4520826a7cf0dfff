import { createDefaultLog, provide } from "trivet"
import { serve } from "trivet/node"
import { listOf, readSettings, Settings } from "./settings.ts"
import { SiteModule } from "./site/site-module.ts"
import { siteOptions } from "./site/site-options.ts"

const settings = readSettings("site")
const log = createDefaultLog()
if (settings.DATABASE_URL === undefined) log.info("PGlite is starting, in memory: that takes some seconds")
await serve(SiteModule, {
  ...siteOptions,
  log,
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
  provide: [provide(Settings, () => settings)],
})
