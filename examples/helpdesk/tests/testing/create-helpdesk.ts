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

/** Starts one. */
export async function createHelpdesk(): Promise<Helpdesk> {
  const database = await createTestDatabase({ migrations })
  const settings: Settings = { DATABASE_URL: database.url, BCRYPT_COST: 4, RATE_LIMIT: "off" }
  const mailer = new MemoryMailer()
  const app = await createTestApp(AppModule, {
    ...siteOptions,
    provide: [provide(Settings, () => settings)],
    replace: [provide(Mailer, () => mailer)],
  })
  const runJobs = () => app.get(Jobs).runDue()
  return {
    app,
    databaseUrl: database.url,
    mailer,
    runJobs,
    async join(name, role) {
      const person = await Person.signUp(app, name)
      await runJobs()
      const mail = mailer.mails.findLast(({ to }) => to.some(({ address }) => address === person.email))
      const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? ""
      await person.post("/confirm-email", { token })
      if (role !== undefined)
        await app.get(Db).updateTable("users").set({ role }).where("email", "=", person.email).execute()
      return person
    },
    async stop() {
      await app.stop()
      await database.drop()
    },
  }
}
