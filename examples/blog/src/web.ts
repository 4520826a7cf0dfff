import { createApp, createDefaultLog, Log, provide } from "trivet"
import { serve } from "trivet/node"
import { listOf, readSettings, Settings } from "./settings.ts"
import { SiteModule } from "./site/site-module.ts"
import { siteOptions } from "./site/site-options.ts"

const settings = readSettings("site")
const log = createDefaultLog()
if (settings.DATABASE_URL === undefined) log.info("PGlite is starting, in memory: that takes some seconds")
const app = await createApp(SiteModule, {
  ...siteOptions,
  log,
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
  provide: [provide(Settings, () => settings)],
})
const { url } = await serve(app, { port: settings.PORT ?? 3000 })
const database = settings.DATABASE_URL === undefined ? "PGlite in memory" : "the database of DATABASE_URL"
const pictures = settings.UPLOADS === undefined ? "pictures until it stops" : "the pictures of UPLOADS"
app.get(Log).info(`The site listens on ${url}, with ${database} and ${pictures}`)
