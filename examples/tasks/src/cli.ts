import { provide } from "trivet"
import { run } from "trivet/cli"
import { AppModule } from "./app-module.ts"
import { readSettings, Settings } from "./settings.ts"

await run(AppModule, {
  name: "tasks",
  summary: "The commands of tasks",
  provide: [provide(Settings, readSettings)],
})
