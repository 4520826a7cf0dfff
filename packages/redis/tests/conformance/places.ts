import { PrivateCluster } from "../../src/testing/private-cluster.ts"
import { sharedRedis } from "./test-redis.ts"

/** Somewhere the stores must do the same. */
export interface Place {
  readonly name: string
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
  /** How much of a long test is run there. */
  readonly share: number
}

/** The server that tests share, and a cluster. */
export const places: readonly Place[] = [
  { name: "one Redis", start: async () => ({ url: sharedRedis, stop: async () => undefined }), share: 1 },
  { name: "a cluster", start: () => PrivateCluster.start(), share: 0.1 },
]
