import { createTestDatabase } from "@trivet/postgres/testing"
import { provide } from "trivet"
import { createClient } from "trivet/client"
import { createTestApp, type TestApp, type TestAppOptions } from "trivet/testing"
import { apiOptions } from "../api-options.ts"
import { AppModule } from "../app-module.ts"
import { migrations } from "../database/database-module.ts"
import { Login } from "../login/login-contract.ts"
import { Settings } from "../settings.ts"

// Inside the process, or on a PostgreSQL server for tests, which is faster. No other variable counts.
const url = process.env["TEST_DATABASE_URL"] ?? "pglite://memory"

/**
 * The whole application in this process, without a socket, with a database of its own that ends with it. `replace` has what a test
 * puts in the place of a service.
 */
export async function createApi({ replace = [] }: Pick<TestAppOptions, "replace"> = {}): Promise<TestApp> {
  const database = await createTestDatabase({ url, migrations })
  // Cheap hashes save time.
  const settings: Settings = { DATABASE_URL: database.url, JWT_SECRET: "x".repeat(32), BCRYPT_COST: 4 }
  const app = await createTestApp(AppModule, {
    ...apiOptions,
    provide: [provide(Settings, () => settings)],
    replace,
  })
  const stop = async () => {
    await app.stop()
    await database.drop()
  }
  return { ...app, stop }
}

/** Signs somebody up and logs them in: the headers of their calls. */
export async function signUp(
  app: Pick<TestApp, "url" | "fetch">,
  email: string,
): Promise<{ readonly authorization: string }> {
  const person = { email, password: "correct horse", name: email }
  await createClient(Login, app).register({ body: person }).orThrow()
  return logIn(app, email)
}

/** Logs somebody in who has signed up. */
export async function logIn(
  app: Pick<TestApp, "url" | "fetch">,
  email: string,
): Promise<{ readonly authorization: string }> {
  const person = { email, password: "correct horse" }
  const { body } = await createClient(Login, app).login({ body: person }).orThrow()
  return { authorization: `Bearer ${body.token}` }
}
