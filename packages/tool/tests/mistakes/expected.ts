/** What `check` must find in the broken application. The line carries a comment `here`, or has it on the line above. */
export interface Expected {
  readonly code: string
  /** The file of the mistake, where it is not `broken.ts` itself. */
  readonly file?: string
}
