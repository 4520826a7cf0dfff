import { Session } from "node:inspector/promises"
import { setTimeout as sleep } from "node:timers/promises"

/**
 * The source files of the framework, below `packages/`, of which a function ran while a call was answered. `call` runs
 * `before` times before: what happens only at first, such as filling a cache, is not counted.
 */
export async function filesOnTheWay(call: () => Promise<unknown>, before = 20): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  for (let time = 0; time < before; time++) await call()
  const seen: Set<string>[] = []
  // Timers run beside a call now and then: what belongs to it runs each time.
  for (let time = 0; time < 5; time++) {
    await sleep(50)
    await session.post("Profiler.takePreciseCoverage")
    await call()
    const { result } = await session.post("Profiler.takePreciseCoverage")
    const ran = result.filter(({ functions }) =>
      functions.some(({ ranges: [whole] }) => whole!.startOffset > 0 && whole!.count > 0),
    )
    seen.push(new Set(ran.map(({ url }) => /packages\/([^/]+\/src\/.*)$/.exec(url)?.[1] ?? "")))
  }
  session.disconnect()
  return [...seen[0]!].filter((file) => file !== "" && seen.every((files) => files.has(file))).toSorted()
}
