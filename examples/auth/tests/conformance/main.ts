import { parseArgs } from "node:util"
import { Api } from "./api.ts"
import { cases } from "./cases.ts"
import { runCases, summaryOf } from "./report.ts"
import { createTestDatabase, servicesOf } from "./test-database.ts"
import { TestServer } from "./test-server.ts"

const { values } = parseArgs({ options: { url: { type: "string" } } })
process.exitCode = values.url === undefined ? await checkOwn() : await check(values.url)

async function check(url: string): Promise<number> {
  console.log(`Statements about ${url}\n`)
  const outcomes = await runCases(cases, new Api(url), (line) => console.log(line))
  console.log(`\n${summaryOf(outcomes)}`)
  return outcomes.every(({ failure }) => failure === undefined) ? 0 : 1
}

/** Without a URL: a server of our own, on a fresh database. */
async function checkOwn(): Promise<number> {
  const database = await createTestDatabase()
  const server = await TestServer.start({
    DATABASE_URL: database.url,
    REDIS_URL: servicesOf().redis,
    REDIS_PREFIX: `auth-${crypto.randomUUID()}`,
    JWT_SECRET: crypto.randomUUID(),
    BCRYPT_COST: "4",
  })
  try {
    return await check(server.url)
  } finally {
    await server.stop()
    await database.drop()
  }
}
