import { jobMigrations, jobs } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { type Module, module } from "trivet"
import { mail } from "../../../src/index.ts"
import { mailQueue } from "../../../src/jobs.ts"

class Db extends Database<object> {}

/** An application that sends mails as jobs. The jobs of a killed process run elsewhere after 10 seconds. */
export function mailing(urls: { readonly database: string; readonly server: string }): Module {
  const DatabaseModule = postgres(Db, {
    url: urls.database,
    migrations: [jobMigrations],
    migrateAtStart: true,
  })
  const MailModule = mail({ from: "shop@example.com", url: urls.server })
  const JobsModule = jobs({ database: Db, imports: [DatabaseModule], takeOverAfter: 10_000 })
  const sending = mailQueue({ imports: [MailModule, JobsModule], retry: { times: 5, delay: 1_000 } })
  return module({ name: "shop", imports: [MailModule, JobsModule, sending] })
}
