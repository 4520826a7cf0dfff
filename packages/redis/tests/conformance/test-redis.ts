import { newClient } from "../../src/testing/private-redis.ts"

/** The server that tests share. They use keys of their own and never stop it. */
export const sharedRedis: string = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"

/** A prefix that nobody else has. */
export function testPrefix(): string {
  return `test-${crypto.randomUUID()}`
}

/** Removes what a test has left on the server that tests share. */
export async function removeKeys(prefix: string): Promise<void> {
  const client = await newClient({ url: sharedRedis }).connect()
  const keys = await client.keys(`${prefix}:*`)
  if (keys.length > 0) await client.del(keys)
  client.destroy()
}
