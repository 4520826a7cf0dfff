/** The end of a call: its time is over, or its signal was aborted. */
export interface Deadline {
  /** Aborted when the call must end; `undefined` if nothing ends it. */
  readonly signal: AbortSignal | undefined
  /** When its time is over, in milliseconds since the epoch; infinite without a limit. */
  readonly at: number
  /** Stops the time. The signal of the call still counts, for what reads the reply later. */
  end(): void
}

const endless: Deadline = { signal: undefined, at: Infinity, end: () => {} }

/** Begins the time of a call. */
export function startDeadline(timeout: number, signal: AbortSignal | undefined): Deadline {
  if (timeout === 0) return signal === undefined ? endless : { ...endless, signal }
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeout)
  return {
    signal: signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
    at: Date.now() + timeout,
    end: () => clearTimeout(timer),
  }
}

/** Waits some milliseconds, or until a signal is aborted. */
export function pause(wait: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, wait)
    signal?.addEventListener("abort", end)
  })
}
