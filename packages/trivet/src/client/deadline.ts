/** When a call must end: its timeout, or its signal. */
export interface Deadline {
  /** Aborted when the call must end; `undefined` if nothing ends it. */
  readonly signal: AbortSignal | undefined
  /** When the timeout elapses, in milliseconds since the epoch; infinite without a timeout. */
  readonly at: number
  /** Stops the timer. The signal of the call stays in effect for code that reads the reply later. */
  end(): void
}

const endless: Deadline = { signal: undefined, at: Infinity, end: () => {} }

/** Starts the timeout of a call. */
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
