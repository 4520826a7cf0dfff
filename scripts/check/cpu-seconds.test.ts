import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { expect, it } from "vitest"
import { cpuSeconds } from "./cpu-seconds.ts"

it.skipIf(!existsSync("/proc/self/stat"))("counts this process and its children", () => {
  const before = cpuSeconds()!
  execFileSync(process.execPath, ["-e", "while (process.cpuUsage().user < 300_000);"])
  expect(cpuSeconds()! - before).toBeGreaterThan(0.2)
})
