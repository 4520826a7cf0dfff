/** What a runner is asked for: the time from one start of a handler to another, counted from now, or each of them. */
export interface Wanted {
  readonly from: number
  readonly to: number
}

/** What a runner answers. */
export interface Span {
  readonly milliseconds: number
  /** Microseconds of processor time of its process. */
  readonly cpu: number
}

/** When the handler of one job started. */
export interface Started {
  readonly job: number
  readonly at: number
}

let wanted: Wanted | undefined
let count = 0
let began = 0
let before = process.cpuUsage()

/** Milliseconds since 1970, finer than `Date.now()`, and the same in all processes of a machine. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

/** Called by each handler, first. */
export function handlerStarts(job: number): void {
  count++
  if (wanted === undefined) {
    process.send!({ job, at: now() } satisfies Started)
  } else if (count === wanted.from) {
    began = performance.now()
    before = process.cpuUsage()
  } else if (count === wanted.to) {
    const milliseconds = performance.now() - began
    const { user, system } = process.cpuUsage(before)
    process.send!({ milliseconds, cpu: user + system } satisfies Span)
  }
}

process.on("message", (message: Wanted | "each") => {
  wanted = message === "each" ? undefined : message
  count = 0
})
process.on("disconnect", () => process.exit())
