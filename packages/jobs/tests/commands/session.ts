import { run } from "trivet/cli"
import { serveCommands } from "../../../../scripts/suite/command-session.ts"
import { shop } from "./program.ts"

await serveCommands((argv) => run(shop(process.env["DATABASE_URL"]!), { name: "shop", argv, exit: false }))
