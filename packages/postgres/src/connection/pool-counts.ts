/** The connection counts of a process. */
export interface PoolCounts {
  /** Open connections. */
  readonly open: number
  /** Open connections that are not in use. */
  readonly idle: number
  /** Queries that wait for a connection. */
  readonly waiting: number
}
