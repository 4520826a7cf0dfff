import { cpuTime } from "./cpu-time.ts"

/** What Node counts of its loop; other runtimes do not. */
interface LoopCounts {
  readonly idleTime?: number
  readonly uvMetricsInfo?: { readonly loopCount: number }
}

/** How the event loop has fared since the last look. */
export interface LoopReading {
  /** Whether it had next to no rest. */
  readonly busy: boolean
  /** For how many milliseconds it computed. What other processes took is not counted. */
  readonly computed: number
  /** For how many milliseconds one turn computed on average. */
  readonly turn: number
}

/** Reads how busy the event loop is. On a runtime that does not tell, it never is. */
export class LoopMeter {
  #at = performance.now()
  #cpu = cpuTime()
  #idle = countsOf().idleTime ?? 0
  #turns = countsOf().uvMetricsInfo?.loopCount ?? 0

  read(now: number): LoopReading {
    const { idleTime = Infinity, uvMetricsInfo } = countsOf()
    const turns = uvMetricsInfo?.loopCount ?? 0
    const cpu = cpuTime()
    const computed = cpu - this.#cpu
    const reading = {
      busy: idleTime - this.#idle < (now - this.#at) / 20,
      computed,
      turn: computed / Math.max(1, turns - this.#turns),
    }
    this.#at = now
    this.#cpu = cpu
    this.#idle = idleTime
    this.#turns = turns
    return reading
  }
}

function countsOf(): LoopCounts {
  return (performance as { readonly nodeTiming?: LoopCounts }).nodeTiming ?? {}
}
