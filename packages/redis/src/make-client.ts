import { RedisClient } from "redis"
import type { RedisSettings } from "./redis-settings.ts"

type MakeClient = ReturnType<typeof RedisClient.factory>

let newClient: MakeClient | undefined

/** Makes a client of node-redis for one connection. It does not connect again. */
export function makeClient(url: string, { connectTimeout }: RedisSettings): ReturnType<MakeClient> {
  // One class for all: `createClient` builds it anew, for 60 ms, whenever the address is not the one before.
  newClient ??= RedisClient.factory()
  return newClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    // Its limit is an AbortSignal for every command, dear, and gone once the command is written; the watch sees to it.
    commandOptions: { timeout: 0 },
    // A lost connection is replaced by a new client: this one has no limit for the greeting of a new connection.
    socket: { connectTimeout, reconnectStrategy: false },
  })
}
