import { createApp, createJsonLog } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"
import { web } from "trivet/web"
import { ReturnedModule } from "./app.ts"

// The platform that the configuration names. Errors of the values are not written.
export default {
  fetch: toFetch((env: { readonly PLATFORM: "api" | "web" }) =>
    createApp(ReturnedModule, {
      platform: env.PLATFORM === "api" ? api() : web(),
      production: false,
      log: createJsonLog({ write: () => undefined }),
    }),
  ),
}
