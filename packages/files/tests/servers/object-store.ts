/** A server with the protocol of S3 for one test. */
export interface ObjectStore {
  readonly name: string
  /** Its `FILES_URL`. The bucket does not exist yet. */
  readonly url: string
  kill(): Promise<void>
  restart(): Promise<void>
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}
