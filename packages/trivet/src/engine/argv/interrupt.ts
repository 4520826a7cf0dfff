/** What a running command knows of Ctrl-C. */
export interface Interrupt {
  readonly signal: AbortSignal
  /** The exit code of the signal that came: 130 for Ctrl-C. */
  code(): number
}

/** How interrupting goes. */
export interface InterruptOptions {
  /** Whether a second signal may end the process. */
  readonly exits: boolean
  /** How many milliseconds the work may take to end after the first. */
  readonly grace: number
  /** Rejects when the reader has gone away. */
  readonly gone: Promise<number>
}

// By number, because importing `node:os` for them costs a millisecond of every start.
const codes: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 }

/**
 * Runs something that Ctrl-C, a SIGTERM or a reader that went away can end. The first asks it to stop through the
 * signal; when it has not ended within the grace, it is left behind. A second Ctrl-C ends the process at once, if that is
 * allowed.
 */
export async function interruptible(
  { exits, grace, gone }: InterruptOptions,
  work: (interrupt: Interrupt) => Promise<number>,
): Promise<number> {
  const controller = new AbortController()
  let code = 0
  let timer: NodeJS.Timeout | undefined
  let stop: (signal: NodeJS.Signals) => void = () => undefined
  const left = new Promise<number>((leave) => {
    stop = (signal) => {
      if (controller.signal.aborted && exits) process.exit(code)
      code = codes[signal] ?? 1
      controller.abort()
      timer = setTimeout(leave, grace, code)
    }
  })
  process.on("SIGINT", stop).on("SIGTERM", stop)
  try {
    const ended = gone.finally(() => controller.abort())
    return await Promise.race([work({ signal: controller.signal, code: () => code }), left, ended])
  } finally {
    clearTimeout(timer)
    process.off("SIGINT", stop).off("SIGTERM", stop)
  }
}
