/** How many connections a process has. */
export interface PoolCounts {
  readonly open: number
  readonly idle: number
  /** Queries that wait for a connection. */
  readonly waiting: number
}
