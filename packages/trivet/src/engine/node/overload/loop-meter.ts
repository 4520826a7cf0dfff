import { cpuTime } from "./cpu-time.ts"

/** Event loop counters that only Node provides. */
interface LoopCounts {
  readonly idleTime?: number
  readonly uvMetricsInfo?: { readonly loopCount: number }
}

/** The load of the event loop since the last reading. */
export interface LoopReading {
  /** Whether it was idle for less than 5% of the time. */
  readonly busy: boolean
  /** CPU time in milliseconds. Time taken by other processes is not included. */
  readonly computed: number
  /** Average CPU time of one loop iteration, in milliseconds. */
  readonly turn: number
}

/** Measures how busy the event loop is. On runtimes without these counters, `busy` is always false. */
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
