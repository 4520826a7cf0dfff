import { Jobs } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import { MemoryMailer } from "@trivet/mail/testing"
import { createTestDatabase } from "@trivet/postgres/testing"
import { provide } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { AppModule } from "../../src/app-module.ts"
import { migrations } from "../../src/database/database-module.ts"
import { Db } from "../../src/database/db.ts"
import { Settings } from "../../src/settings.ts"
import { siteOptions } from "../../src/site/site-options.ts"
import { Person } from "./person.ts"

/** The help desk in this process, with a database and a mailer of its own. */
export interface Helpdesk {
  readonly app: TestApp
  readonly databaseUrl: string
  readonly mailer: MemoryMailer
  /** Signs somebody up who confirms the address by the link in the mail. */
  join(name: string, role?: "agent"): Promise<Person>
  /** Runs the jobs that are due, and the jobs that they enqueue. */
  runJobs(): Promise<number>
  stop(): Promise<void>
}

/** Starts the application on a database. */
export function loadHelpdesk(
  databaseUrl: string,
  mailer: MemoryMailer,
  given: Partial<Settings> = {},
): Promise<TestApp> {
  const settings: Settings = { DATABASE_URL: databaseUrl, BCRYPT_COST: 4, RATE_LIMIT: "off", ...given }
  return createTestApp(AppModule, {
    ...siteOptions,
    provide: [provide(Settings, () => settings)],
    replace: [provide(Mailer, () => mailer)],
  })
}

/** Starts one, with these settings beside its own. */
export async function createHelpdesk(given: Partial<Settings> = {}): Promise<Helpdesk> {
  const database = await createTestDatabase({ migrations })
  const mailer = new MemoryMailer()
  const app = await loadHelpdesk(database.url, mailer, given)
  const runJobs = () => app.get(Jobs).runDue()
  return {
    app,
    databaseUrl: database.url,
    mailer,
    runJobs,
    join: (name, role) => join(app, name, role),
    async stop() {
      await app.stop()
      await database.drop()
    },
  }
}

/** Signs somebody up who confirms the address by the link in the mail. */
export async function join(app: TestApp, name: string, role?: "agent"): Promise<Person> {
  const person = await Person.signUp(app, name)
  const link = /token=([\w-]+)/
  const { text } = await app.mailTo(person.email, link)
  await person.post("/confirm-email", { token: link.exec(text)![1]! })
  if (role !== undefined)
    await app.get(Db).updateTable("users").set({ role }).where("email", "=", person.email).execute()
  return person
}
