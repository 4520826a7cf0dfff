import { PrivateCluster } from "../../src/testing/private-cluster.ts"
import { PrivateSentinels } from "../../src/testing/private-sentinels.ts"
import { sharedRedis } from "./test-redis.ts"

/** Somewhere the stores must do the same. */
export interface Place {
  readonly name: string
  readonly start: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
  /** How much of a long test is run there. */
  readonly share: number
}

/** The server that tests share, a cluster, and a master of Sentinels. */
export const places: readonly Place[] = [
  { name: "one Redis", start: async () => ({ url: sharedRedis, stop: async () => undefined }), share: 1 },
  { name: "a cluster", start: () => PrivateCluster.start(), share: 0.1 },
  { name: "a master of Sentinels", start: () => PrivateSentinels.start(), share: 0.1 },
]
