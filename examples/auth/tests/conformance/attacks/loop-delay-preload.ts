import { monitorEventLoopDelay } from "node:perf_hooks"

// Loaded before the service. The first SIGUSR2 begins to measure, the next one says how late its loop was.
const resolution = 1
const delays = monitorEventLoopDelay({ resolution })
let measuring = false
process.on("SIGUSR2", () => {
  measuring = !measuring
  if (measuring) delays.enable()
  else {
    delays.disable()
    process.stdout.write(`loop delay p99: ${delays.percentile(99) / 1e6 - resolution} ms\n`)
  }
})
