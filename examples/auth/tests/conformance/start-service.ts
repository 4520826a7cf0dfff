import { createTestDatabase, servicesOf, type TestDatabase } from "./test-database.ts"
import { TestServer } from "./test-server.ts"

/** The authentication service in a process of its own, with a database of its own. */
export interface StartedService {
  readonly database: TestDatabase
  readonly server: TestServer
  stop(): Promise<void>
}

/** Starts the service as the conformance suites call it. */
export async function startService(): Promise<StartedService> {
  const database = await createTestDatabase()
  const server = await TestServer.start({
    DATABASE_URL: database.url,
    REDIS_URL: servicesOf().redis,
    REDIS_PREFIX: `auth-${crypto.randomUUID()}`,
    JWT_SECRET: crypto.randomUUID(),
    BCRYPT_COST: "4",
  })
  return {
    database,
    server,
    stop: async () => {
      await server.stop()
      await database.drop()
    },
  }
}
