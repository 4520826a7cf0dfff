import { run } from "trivet/cli"
import { serveCommands } from "../../../../../scripts/suite/command-session.ts"
import { workModule } from "../../runners/programs/work.ts"

// The commands of the jobs that the runners run.
await serveCommands((argv) =>
  run(workModule({ url: process.env["DATABASE_URL"]! }), { name: "work", argv, exit: false }),
)
