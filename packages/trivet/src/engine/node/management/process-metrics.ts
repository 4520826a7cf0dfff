import { eventLoopMetrics } from "../../../app/metrics/event-loop.ts"
import type { Metric, MetricValue } from "../../../app/metrics/metrics.ts"
import { lostLines } from "../../../log/loss-report.ts"

/** The metrics of this process: memory, processor time, event loop, lines that the log has lost. */
export function processMetrics(): { readonly metrics: readonly Metric[]; stop(): void } {
  const loop = eventLoopMetrics()
  return { metrics: [...own, ...loop.metrics], stop: loop.stop }
}

const one = (value: number, attributes: MetricValue["attributes"] = {}): MetricValue => ({
  value,
  attributes,
})

const own: readonly Metric[] = [
  {
    name: "process.cpu.time",
    description: "Processor time of the process.",
    unit: "s",
    type: "counter",
    read: () => {
      const { user, system } = process.cpuUsage()
      return [one(user / 1e6, { "cpu.mode": "user" }), one(system / 1e6, { "cpu.mode": "system" })]
    },
  },
  {
    name: "process.memory.usage",
    description: "Resident memory of the process.",
    unit: "By",
    type: "gauge",
    read: () => [one(process.memoryUsage.rss())],
  },
  {
    name: "v8js.memory.heap.used",
    description: "Memory of JavaScript objects.",
    unit: "By",
    type: "gauge",
    read: () => [one(process.memoryUsage().heapUsed)],
  },
  {
    name: "process.uptime",
    description: "Time since the process was started.",
    unit: "s",
    type: "gauge",
    read: () => [one(process.uptime())],
  },
  {
    name: "nodejs.eventloop.time",
    description: "Time that the event loop has been active and idle.",
    unit: "s",
    type: "counter",
    read: () => {
      const { active, idle } = performance.eventLoopUtilization()
      const state = (name: string) => ({ "nodejs.eventloop.state": name })
      return [one(active / 1e3, state("active")), one(idle / 1e3, state("idle"))]
    },
  },
  {
    name: "trivet.log.lost",
    description: "Lines that the log could not write.",
    unit: "{line}",
    type: "counter",
    read: () => [one(lostLines.count)],
  },
]
