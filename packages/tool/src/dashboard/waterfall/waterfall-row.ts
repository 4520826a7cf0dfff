/** A stretch of time, in milliseconds after the call began. */
export interface Stretch {
  readonly at: number
  readonly ms: number
}

/** A row of the waterfall: an operation, equal operations, those of one package, or time without any. */
export interface WaterfallRow {
  readonly kind: string
  readonly text: string
  /** The application's line. */
  readonly place: string | undefined
  /** The code or name of the first error. */
  readonly failed: string | undefined
  /** Whether one of them has not ended. */
  readonly isRunning: boolean
  readonly stretches: readonly Stretch[]
  /** The sum of the stretches, in milliseconds. */
  readonly took: number
  /** The sum of the bytes that they moved; `undefined` if they move no files. */
  readonly bytes: number | undefined
  /** The number of operations. */
  readonly count: number
  /** The statements of a package, which are folded. */
  readonly parts: readonly WaterfallRow[]
}

/** Something that makes a call slow. */
export interface WaterfallNote {
  /** A few words for the list of calls. */
  readonly short: string
  readonly text: string
  readonly place: string | undefined
}
