import { Api } from "../api.ts"
import { createTestDatabase, servicesOf, type TestDatabase } from "../test-database.ts"
import { TestServer } from "../test-server.ts"

/** Two processes of the service that share their stores. */
export interface TwoServers {
  readonly database: TestDatabase
  readonly secret: string
  readonly servers: readonly [TestServer, TestServer]
  readonly apis: readonly [Api, Api]
  /** Raises an error unless both processes still live and answer at once. */
  expectWell(): Promise<void>
  stop(): Promise<void>
}

/** Starts both. */
export async function startTwo(more: Readonly<Record<string, string>> = {}): Promise<TwoServers> {
  const database = await createTestDatabase()
  const secret = crypto.randomUUID()
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: servicesOf().redis,
    REDIS_PREFIX: `auth-${crypto.randomUUID()}`,
    JWT_SECRET: secret,
    BCRYPT_COST: "4",
    ...more,
  }
  const [one, other] = await Promise.all([TestServer.start(environment), TestServer.start(environment)])
  const servers = [one, other] as const
  return {
    database,
    secret,
    servers,
    apis: [new Api(one.url), new Api(other.url)],
    expectWell: async () => {
      for (const server of servers) {
        if (!server.lives) throw new Error(`a process has ended: ${server.log}`)
        const reply = await fetch(`${server.url}/nothing`, { signal: AbortSignal.timeout(2_000) })
        if (reply.status !== 404) throw new Error(`a process answers ${reply.status}`)
      }
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await database.drop()
    },
  }
}

/**
 * Whether attacks run at their whole length, and bounds of time are strict (`npm run test:attacks -- --full`, alone on
 * the machine), or as every check runs them, beside other tests.
 */
export const full: boolean = process.env["ATTACKS"] === "full"

/** How often a race is run: all rounds at the whole length, a tenth of them otherwise. */
export function rounds(all: number): number {
  return full ? all : Math.ceil(all / 10)
}
