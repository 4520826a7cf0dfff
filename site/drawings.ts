import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { drawModuleTree } from "./drawings/module-tree.ts"
import { drawSequence } from "./drawings/sequence.ts"
import { root } from "./pages.ts"

const call = drawSequence({
  title: "The life of a call",
  participants: ["Engine", "Middlewares", "Handler", "Platform"],
  steps: [
    { from: "Engine", to: "Engine", text: "capacity: 503" },
    { from: "Engine", to: "Middlewares", text: "matched route" },
    { from: "Middlewares", to: "Middlewares", text: "guards: 401, 403" },
    { from: "Middlewares", to: "Middlewares", text: "accepts: 400" },
    { from: "Middlewares", to: "Handler", text: "next()" },
    { from: "Handler", to: "Middlewares", text: "value or error" },
    { from: "Middlewares", to: "Platform", text: "what they returned" },
    { from: "Platform", to: "Platform", text: "JSON, page, text" },
    { from: "Platform", to: "Engine", text: "reply, after ctx.onReply()" },
    { from: "Engine", to: "Engine", text: "sends it" },
    { from: "Engine", to: "Engine", text: "ctx.onDone()" },
  ],
})

const outbox = drawSequence({
  title: "The outbox",
  participants: ["Handler", "PostgreSQL", "Runner", "NATS"],
  steps: [
    { from: "Handler", to: "PostgreSQL", text: "begin", frame: "begin" },
    { from: "Handler", to: "PostgreSQL", text: "insert order" },
    { from: "Handler", to: "PostgreSQL", text: "enqueue event" },
    { from: "Handler", to: "PostgreSQL", text: "commit", frame: "end" },
    { from: "PostgreSQL", to: "Runner", text: "the job" },
    { from: "Runner", to: "NATS", text: "event, job id" },
    { from: "NATS", to: "Runner", text: "received", lost: true },
    { from: "Runner", to: "NATS", text: "same id again" },
    { from: "NATS", to: "NATS", text: "drops it" },
    { from: "NATS", to: "Runner", text: "received" },
    { from: "Runner", to: "PostgreSQL", text: "completed" },
  ],
})

const stream = drawSequence({
  title: "A resumed stream",
  participants: ["Browser", "Process A", "Process B", "Database"],
  steps: [
    { from: "Browser", to: "Process A", text: "GET /live" },
    { from: "Process A", to: "Browser", text: "event 1" },
    { from: "Process A", to: "Browser", text: "event 2" },
    { from: "Process A", to: "Browser", text: "event 3", lost: true },
    { from: "Process A", to: "Process A", text: "stops" },
    { from: "Browser", to: "Process B", text: "GET /live, Last-Event-ID: 2" },
    { from: "Process B", to: "Process B", text: "subscribes" },
    { from: "Process B", to: "Database", text: "after 2?" },
    { from: "Database", to: "Process B", text: "event 3" },
    { from: "Process B", to: "Browser", text: "event 3" },
  ],
})

/** The drawings of the guides, by their files in docs/drawings. */
export const drawings: Readonly<Record<string, string>> = {
  "call.svg": call,
  "modules.svg": drawModuleTree(),
  "outbox.svg": outbox,
  "stream.svg": stream,
}

// node site/drawings.ts --write
if (import.meta.main && process.argv.includes("--write")) {
  const folder = join(root, "docs/drawings")
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(drawings)) writeFileSync(join(folder, file), text)
}
