/** A progress bar. */
export interface Progress {
  /** Adds to the number of finished items. Default: 1. */
  add(count?: number): void
  /** Draws the bar a last time and ends its line. */
  end(): void
}

/** Options of `createProgress()`. */
export interface ProgressOptions {
  /** The number of items. */
  readonly total: number
  /** A text before the bar. Default: none. */
  readonly label?: string
}

const width = 24

/** Makes a progress bar on standard error. It prints nothing if standard error is not a terminal. */
export function createProgress({ total, label = "" }: ProgressOptions): Progress {
  const stream = process.stderr
  if (!stream.isTTY) return { add: () => undefined, end: () => undefined }
  const began = performance.now()
  let done = 0
  let drawn = 0
  const draw = (now: number) => {
    drawn = now
    const share = total <= 0 ? 1 : Math.min(1, done / total)
    const filled = Math.round(share * width)
    const bar = "█".repeat(filled) + "░".repeat(width - filled)
    const seconds = (now - began) / 1000
    const rate = seconds > 0 ? Math.round(done / seconds) : 0
    const line = `${label === "" ? "" : `${label} `}${bar} ${Math.floor(share * 100)}% ${done}/${total} ${rate}/s`
    stream.write(`\r\u001b[K${line.slice(0, Math.max(10, (stream.columns ?? 80) - 1))}`)
  }
  // After an interrupted command, the shell's prompt must not follow on the line of the bar.
  const leave = () => stream.write("\n")
  process.once("exit", leave)
  return {
    add: (count = 1) => {
      done += count
      const now = performance.now()
      // At most ten times a second: drawing for each item would take longer than the work itself.
      if (now - drawn > 100 || done >= total) draw(now)
    },
    end: () => {
      draw(performance.now())
      process.off("exit", leave)
      leave()
    },
  }
}
