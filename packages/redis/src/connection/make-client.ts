import { RedisClient } from "redis"
import type { RedisSettings } from "./redis-settings.ts"

type MakeClient = ReturnType<typeof RedisClient.factory>

let newClient: MakeClient | undefined

/** Creates a node-redis client for one connection. It does not reconnect. */
export function makeClient(url: string, { connectTimeout }: RedisSettings): ReturnType<MakeClient> {
  // One class for all clients: `createClient` builds a new one, which takes 60 ms, whenever the address changes.
  newClient ??= RedisClient.factory()
  return newClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    // node-redis would create an AbortSignal for every command, which is expensive and ends once the command is
    // written. `ReplyWatch` limits the time instead.
    commandOptions: { timeout: 0 },
    // A lost connection is replaced by a new client, because node-redis has no time limit for the handshake of a
    // reconnection.
    socket: { connectTimeout, reconnectStrategy: false },
  })
}
