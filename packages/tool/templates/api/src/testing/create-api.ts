import { provide } from "trivet"
import { createClient } from "trivet/client"
import { createTestApp, type TestApp } from "trivet/testing"
import { apiOptions } from "../api-options.ts"
import { AppModule } from "../app-module.ts"
import { Login } from "../login/login-contract.ts"
import { Settings } from "../settings.ts"

// Whatever the environment says, tests get a database of their own, which ends with them. Cheap hashes save time.
const settings: Settings = { DATABASE_URL: "pglite://memory", JWT_SECRET: "x".repeat(32), BCRYPT_COST: 4 }

/** The whole application in this process, without a socket. */
export function createApi(): Promise<TestApp> {
  return createTestApp(AppModule, {
    ...apiOptions,
    provide: [provide(Settings, () => settings)],
  })
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
