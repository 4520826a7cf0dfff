import { writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"

// Loaded into a server by `profile.ts`: the first SIGUSR2 starts V8's profiler, the second writes what it saw.
const session = new Session()
session.connect()
let profiling = false

async function change(): Promise<void> {
  if (!profiling) {
    profiling = true
    await session.post("Profiler.enable")
    await session.post("Profiler.setSamplingInterval", { interval: 200 })
    await session.post("Profiler.start")
    return
  }
  const { profile } = await session.post("Profiler.stop")
  writeFileSync(process.env["BENCH_PROFILE"]!, JSON.stringify(profile))
}

process.on("SIGUSR2", () => void change())
