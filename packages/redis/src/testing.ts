export { PrivateCluster } from "./testing/private-cluster.ts"
export { PrivateRedis } from "./testing/private-redis.ts"
