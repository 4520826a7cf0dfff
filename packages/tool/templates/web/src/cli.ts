import { provide } from "trivet"
import { run } from "trivet/cli"
import { AppModule } from "./app-module.ts"
import { readSettings, Settings } from "./settings.ts"
import { Visitors } from "./site/visitors.ts"

// The commands of all modules, such as `db migrate`, `db status` and `db rollback` of the database.
const settings = readSettings()
await run(AppModule, {
  name: "my-app",
  summary: "The commands of my-app",
  provide: [provide(Settings, () => settings)],
  // No page is served here, but all are checked: `SignedIn` needs what this one provides.
  middlewares: [Visitors],
})
