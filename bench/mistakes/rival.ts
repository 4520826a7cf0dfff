/** An application with one mistake, put together as far as it goes before it would listen. */
export type Mistaken = () => Promise<void>

/** The mistakes as one rival's users would make them. A text says why there is no such notion there. */
export type Mistakes = Readonly<Record<string, Mistaken | string>>

/** The result of one mistake: whether it was reported before the application serves. */
export interface Told {
  readonly reported: boolean
  readonly message: string
}
