/** An application that is being served. */
export interface Served {
  readonly port: number
  readonly url: string
  /** False from the moment that stopping begins: what a readiness probe should say. */
  readonly ready: boolean
  /** Stops serving and then the application; bounded in time. False when calls had to be cut off. */
  stop(): Promise<boolean>
}
