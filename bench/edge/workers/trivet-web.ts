import { createApp } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"
import { web } from "trivet/web"
import { HelloModule } from "./hello-module.ts"

// Both platforms are in the bundle; the variable decides.
export default {
  fetch: toFetch((env: { readonly API?: string }) =>
    createApp(HelloModule, { platform: env.API === "yes" ? api() : web() }),
  ),
}
