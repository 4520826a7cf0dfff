import { subscribe } from "node:diagnostics_channel"
import { appendFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

// Loaded before a program. On SIGUSR2 it collects garbage and notes in the file TRIVET_SOAK_FILE what is left. With
// TRIVET_SOAK_LEAK it keeps so many bytes of every call for ever: what a soak must find.
const { TRIVET_SOAK_FILE: file = "", TRIVET_SOAK_LEAK: leak } = process.env
setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

process.on("SIGUSR2", () => {
  // Twice: what the first pass lets go of may hold something that only the second can take.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  appendFileSync(file, `${JSON.stringify({ heap: heapUsed + external, rss })}\n`)
})

if (leak !== undefined) {
  const kept: string[] = []
  subscribe("http.server.request.start", () => {
    kept.push(Buffer.alloc(Number(leak), String(kept.length)).toString("latin1"))
  })
}
