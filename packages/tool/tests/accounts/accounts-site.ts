import { dirname } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { MailServer } from "../../../mail/tests/smtp/mail-server.ts"
import { serveWith, type Serving } from "../scaffold/shell.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp } from "../testing/template-app.ts"

/** A new site with generated accounts, which serves on PostgreSQL and sends its mails to a server on this machine. */
export interface AccountsSite {
  readonly url: string
  readonly database: TestDatabase
  readonly mails: MailServer
  readonly serving: Serving
  /** Starts another process of the site, and returns its address. */
  serveAnother(): Promise<string>
  stop(): Promise<void>
}

/** Makes and starts one. */
export async function startAccountsSite(env: Readonly<Record<string, string>> = {}): Promise<AccountsSite> {
  const app = await createTemplateApp("web")
  const made = await runTool(["g", "accounts"], { cwd: app.folder })
  if (made.code !== 0) throw new Error(made.stdout + made.stderr)
  const [database, mails, port] = await Promise.all([createTestDatabase(), MailServer.start(), freePort()])
  const url = `http://127.0.0.1:${port}`
  const own = { PORT: String(port), DATABASE_URL: database.url, MAIL_URL: mails.url, SITE_URL: url }
  const serve = (given: Readonly<Record<string, string>>) =>
    serveWith("node src/main.ts", {
      cwd: app.folder,
      programs: dirname(process.execPath),
      env: { ...own, BCRYPT_COST: "4", ...env, ...given },
    })
  const serving = await serve({})
  const others: Serving[] = []
  return {
    url,
    database,
    mails,
    serving,
    serveAnother: async () => {
      const another = await freePort()
      others.push(await serve({ PORT: String(another) }))
      return `http://127.0.0.1:${another}`
    },
    stop: async () => {
      await Promise.all([serving, ...others].map((one) => one.stop()))
      await mails.stop()
      await database.drop()
      app.remove()
    },
  }
}
