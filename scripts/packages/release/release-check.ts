/** One thing that must be so before a release: its problems, and what was found if there are none. */
export interface ReleaseCheck {
  readonly name: string
  readonly problems: readonly string[]
  readonly note?: string
}
