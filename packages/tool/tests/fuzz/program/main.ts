import { setTimeout as sleep } from "node:timers/promises"
import { createJsonLog } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { type Bug, notesModule } from "../notes-module.ts"

// The errors that it has: names of notes-module.ts, "restart" and "slow-start".
const bugs = (process.env["BUGS"] ?? "").split(",").filter((name) => name !== "")
if (bugs.includes("restart")) process.prependListener("SIGTERM", () => process.exit(0))
if (bugs.includes("slow-start")) await sleep(5_000)

const log = createJsonLog({ level: "fatal" })
await serve(notesModule(...(bugs as Bug[])), { platform: api(), log })
