// An application with jobs and their commands: in memory, or in the database of DATABASE_URL.
import { Database, postgres } from "@trivet/postgres"
import { type Context, contract, dto, implement, type Module, module, PublicError, routes } from "trivet"
import { run } from "trivet/cli"
import { cron, job, jobMigrations, currentJob, jobs } from "@trivet/jobs"

class Db extends Database<object> {}

const Receipts = contract({
  send: job("receipts/send", { accepts: { body: dto({ order: "required,integer" }) }, retry: 0 }),
  mail: job("receipts/mail", { accepts: { body: dto({ to: "required" }) }, unique: true, retry: 3 }),
})

class ReceiptJobs {
  routes() {
    return routes([...implement(Receipts, this), cron("0 3 * * *", "receipts/sweep", this.sweep)])
  }
  async send(ctx: Context<typeof Receipts.send>) {
    const { order } = await ctx.bind()
    process.stdout.write(`attempt ${currentJob(ctx)?.attempt} of order ${order}\n`)
    if (order === 13) throw new PublicError(503, "no paper\u001b[2J")
  }
  mail() {
    return { error: "no server" }
  }
  sweep() {
    process.stdout.write("swept\n")
  }
}

/** The application, with the database of this address; without an address it keeps jobs in memory. */
export function shop(url: string): Module {
  const inDatabase = () => {
    const databaseModule = postgres(Db, { url, migrations: [jobMigrations], migrateAtStart: true })
    return jobs({ database: Db, imports: [databaseModule] })
  }
  return module({
    name: "shop",
    imports: [url === "" ? jobs() : inDatabase()],
    declarations: [ReceiptJobs],
  })
}

if (import.meta.main) await run(shop(process.env["DATABASE_URL"] ?? ""), { name: "shop" })
