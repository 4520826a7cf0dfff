import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

await serve(AppModule, { platform: api(), guards: "required" })
