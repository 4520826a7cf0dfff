import { run } from "trivet/cli"
import { AppModule } from "./app-module.ts"

// Runs the command that was typed and ends the process: 0 when it went well, 1 on a fault, 2 when it was typed wrongly.
await run(AppModule, { name: "my-app", version: "0.1.0" })
