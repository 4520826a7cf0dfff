/** The interruption of a running command. */
export interface Interrupt {
  readonly signal: AbortSignal
  /** The exit code of the received signal: 130 for Ctrl-C. */
  code(): number
}

/** The options of an interruption. */
export interface InterruptOptions {
  /** Whether a second signal may end the process. */
  readonly exits: boolean
  /** How long the work may take to end after the first signal, in milliseconds. */
  readonly grace: number
  /** Rejects when standard output is closed. */
  readonly gone: Promise<number>
}

// As constants, because importing `node:os` costs a millisecond at every start.
const codes: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 }

/**
 * Runs work that Ctrl-C, SIGTERM or a closed standard output can end. The first aborts the signal; if the work has not
 * ended within `grace`, it is abandoned. A second Ctrl-C ends the process at once, if that is allowed.
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
