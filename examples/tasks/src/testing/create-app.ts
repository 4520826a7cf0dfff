import { provide } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { AppModule } from "../app-module.ts"
import { appOptions } from "../app-options.ts"
import { Settings } from "../settings.ts"

// Cheap hashes save time.
const settings: Settings = { DATABASE_URL: "pglite://memory", JWT_SECRET: "x".repeat(32), BCRYPT_COST: 4 }

/** The whole application in this process, with an empty database. */
export function createApp(): Promise<TestApp> {
  return createTestApp(AppModule, {
    ...appOptions,
    provide: [provide(Settings, () => settings)],
  })
}

/** Registers a user and logs in; returns the headers of the session. */
export async function logIn(app: TestApp, email: string): Promise<{ cookie: string }> {
  const json = { email, password: "correct horse" }
  await app.request("POST", "/users", { json })
  const reply = await app.request("POST", "/session", { json })
  return { cookie: reply.headers.get("set-cookie")?.split(";")[0] ?? "" }
}
