import { callLog, provide, requestId, securityHeaders } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"
import { errors } from "./errors.ts"
import { listOf, readSettings, Settings } from "./settings.ts"

const settings = readSettings()
await serve(AppModule, {
  platform: api({ errors }),
  // Each route needs a guard, such as BearerAuth, or says with `anyone` that it is public.
  guards: "required",
  // These stand before every route, in this order.
  middlewares: [requestId(), callLog(), securityHeaders()],
  provide: [provide(Settings, () => settings)],
  // Fields that `returns` of a contract does not name are not sent, such as a password's hash.
  returns: { prune: true },
  // Behind a proxy that is not named here, all clients have its address and share its limits.
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
})
