export { PrivateCluster } from "./testing/private-cluster.ts"
export { PrivateRedis } from "./testing/private-redis.ts"
export { PrivateSentinels } from "./testing/private-sentinels.ts"
