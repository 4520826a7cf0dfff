/** A progress bar. */
export interface Progress {
  /** Adds to the number of finished items. Default: 1. */
  add(count?: number): void
  /** Changes the text before the bar. */
  label(text: string): void
  /** Draws the bar a last time and ends its line. */
  end(): void
}

/** Options of `createProgress()`. */
export interface ProgressOptions {
  /** The number of items. Default: unknown; the elapsed time is shown instead of a bar. */
  readonly total?: number
  /** A text before the bar. Default: none. */
  readonly label?: string
}

const width = 24
/** Milliseconds between two drawings of the elapsed time. */
const tick = 200

/**
 * Makes a progress bar on standard error; without `total`, a line with the elapsed time. It prints nothing if standard
 * error is not a terminal.
 */
export function createProgress({ total, label = "" }: ProgressOptions): Progress {
  const stream = process.stderr
  if (!stream.isTTY || process.env["TERM"] === "dumb")
    return { add: () => undefined, label: () => undefined, end: () => undefined }
  const began = performance.now()
  let text = label
  let done = 0
  let drawn = 0
  const draw = (now: number) => {
    drawn = now
    const state = total === undefined ? elapsed(done, now - began) : bar(done, total, now - began)
    const line = `${text === "" ? "" : `${text} `}${state}`
    // The cursor stays at the beginning, so that other text replaces the line instead of following it.
    stream.write(`\r\u001b[K${line.slice(0, Math.max(10, (stream.columns ?? 80) - 1))}\r`)
  }
  const timer = total === undefined ? setInterval(() => draw(performance.now()), tick).unref() : undefined
  // After an interrupted command, the shell's prompt must not follow on the line of the bar.
  const leave = () => stream.write("\n")
  process.once("exit", leave)
  return {
    add: (count = 1) => {
      done += count
      const now = performance.now()
      // At most ten times a second: drawing for each item would take longer than the work itself.
      if (now - drawn > 100 || (total !== undefined && done >= total)) draw(now)
    },
    label: (next) => {
      text = next
      draw(performance.now())
    },
    end: () => {
      clearInterval(timer)
      draw(performance.now())
      process.off("exit", leave)
      leave()
    },
  }
}

function bar(done: number, total: number, milliseconds: number): string {
  const share = total <= 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * width)
  const rate = milliseconds > 0 ? Math.round((done / milliseconds) * 1000) : 0
  return `${"█".repeat(filled)}${"░".repeat(width - filled)} ${Math.floor(share * 100)}% ${done}/${total} ${rate}/s`
}

function elapsed(done: number, milliseconds: number): string {
  return `${done === 0 ? "" : ` ${done}`} ${(milliseconds / 1000).toFixed(1)} s`
}
