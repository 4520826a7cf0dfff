import { provide } from "trivet"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"
import { appOptions } from "./app-options.ts"
import { readSettings, Settings } from "./settings.ts"

await serve(AppModule, { ...appOptions, provide: [provide(Settings, readSettings)] })
