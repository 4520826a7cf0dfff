// A program for tests: BUGS names the errors that it has.
import { createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { type Bug, notesModule } from "./notes-module.ts"

const bugs = (process.env["BUGS"] ?? "").split(",").filter((name) => name !== "")
if (bugs.includes("restart")) process.prependListener("SIGTERM", () => process.exit(0))
await serve(notesModule(...(bugs as Bug[])), { platform: api(), log: createJsonLog({ level: "error" }) })
