import { createApp, Log, provide, securityHeaders } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"
import { listOf, readSettings, Settings } from "./settings.ts"

const settings = readSettings()
const app = await createApp(AppModule, {
  platform: api(),
  middlewares: [securityHeaders()],
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
  provide: [provide(Settings, () => settings)],
})
const { url } = await serve(app, { port: settings.PORT ?? 3000 })
const database = settings.DATABASE_URL === undefined ? "PGlite in memory" : "the database of DATABASE_URL"
const cache = settings.REDIS_URL === undefined ? "a cache in memory" : "the cache of REDIS_URL"
app.get(Log).info(`The blog listens on ${url}, with ${database} and ${cache}`)
