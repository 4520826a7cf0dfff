/** A running server, returned by `serve()` and `startWorkers()`. */
export interface Served {
  /** The port on which it listens. */
  readonly port: number
  /** The address, such as `http://localhost:3000`. */
  readonly url: string
  /** Whether it is ready for requests. False as soon as the stop begins. */
  readonly ready: boolean
  /** The address of the management port; absent without one. */
  readonly management?: string | undefined
  /** Stops the server and then the application, within `stopTimeout`. Returns false if requests were cut off. */
  stop(): Promise<boolean>
}
