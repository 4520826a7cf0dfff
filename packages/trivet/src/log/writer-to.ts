import { createLossReport } from "./loss-report.ts"

/** The part of a writable stream that a log uses. */
export interface LogStream {
  /** Whether the stream is a terminal. */
  readonly isTTY?: boolean
  /** Writes text. */
  write(text: string): unknown
}

/** The additional members of a Node stream. */
interface NodeStream extends LogStream {
  write(text: string, done?: (error?: unknown) => void): unknown
  listenerCount?(name: "error"): number
  on?(name: "error", listener: () => void): unknown
}

/** Creates a function that writes lines to a stream. Lines that the stream fails to write are dropped and reported. */
export function writerTo(stream: LogStream): (line: string) => void {
  const report = createLossReport()
  const out: NodeStream = stream
  // An unhandled `error` event would crash the process.
  if (out.listenerCount?.("error") === 0) out.on?.("error", () => undefined)
  return (line) => out.write(`${line}\n`, report)
}
