import { serve } from "trivet/node"
import { api } from "trivet/api"
import { App, middlewares, Witness } from "./app.ts"

await serve(App, { platform: api(), middlewares: middlewares(new Witness()) })
