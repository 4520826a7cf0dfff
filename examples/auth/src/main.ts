import { csrf } from "@trivet/auth"
import { cors, provide, requestId, securityHeaders } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"
import { listOf, readSettings, Settings } from "./settings.ts"

const settings = readSettings()
const origin = listOf(settings.ORIGINS)
const trustedProxies = listOf(settings.TRUSTED_PROXIES)
await serve(AppModule, {
  platform: api(),
  guards: "required",
  middlewares: [
    requestId(),
    // Replies carry tokens, keys and users: no cache may store one.
    securityHeaders({ "cache-control": "no-store" }),
    ...(origin.length > 0 ? [cors({ origin, credentials: true })] : []),
    csrf({ trusted: origin }),
  ],
  provide: [provide(Settings, () => settings)],
  // Fields that `returns` of a contract does not name are not sent, such as a password's hash.
  returns: { prune: true },
  trustedProxies,
})
