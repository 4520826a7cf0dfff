import { createApp } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"
import { HelloModule } from "./hello-module.ts"

export default { fetch: toFetch(() => createApp(HelloModule, { platform: api() })) }
