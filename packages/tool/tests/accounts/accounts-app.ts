import { dirname } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { expect } from "vitest"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import { MailServer } from "../../../mail/tests/smtp/mail-server.ts"
import { headerTextOf } from "../../../mail/tests/smtp/received-mail.ts"
import { serveWith, type Serving } from "../scaffold/shell.ts"
import { runTool } from "../testing/run-tool.ts"
import { createTemplateApp } from "../testing/template-app.ts"

/** A new application with generated accounts, and the servers that it needs. */
export interface MadeAccounts {
  readonly url: string
  readonly folder: string
  readonly database: TestDatabase
  readonly mails: MailServer
  /** Its settings: PostgreSQL, and a mail server on this machine; no Redis, whose limits other tests would use up. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** Makes one, with further features over the accounts. */
export async function makeAccounts(
  template: "web" | "api",
  features: readonly string[] = [],
): Promise<MadeAccounts> {
  const app = await createTemplateApp(template)
  for (const feature of ["accounts", ...features]) {
    const made = await runTool(["g", feature], { cwd: app.folder })
    if (made.code !== 0) throw new Error(made.stdout + made.stderr)
  }
  const [database, mails, port] = await Promise.all([createTestDatabase(), MailServer.start(), freePort()])
  const url = `http://127.0.0.1:${port}`
  const own = { PORT: String(port), DATABASE_URL: database.url, MAIL_URL: mails.url, SITE_URL: url }
  return {
    url,
    folder: app.folder,
    database,
    mails,
    env: { ...own, REDIS_URL: "", BCRYPT_COST: "4" },
    remove: async () => {
      await mails.stop()
      await database.drop()
      app.remove()
    },
  }
}

/** Such an application, which serves. */
export interface AccountsApp extends MadeAccounts {
  /** What all processes have written. */
  log(): string
  /** Starts another process of it, and returns its address. */
  serveAnother(): Promise<string>
  stop(): Promise<void>
}

/** Makes and starts one. */
export async function startAccountsApp(
  template: "web" | "api",
  env: Readonly<Record<string, string>> = {},
  features: readonly string[] = [],
): Promise<AccountsApp> {
  const [app, { flags }] = await Promise.all([makeAccounts(template, features), joinedSources()])
  const serve = (given: Readonly<Record<string, string>>) =>
    serveWith("node src/main.ts", {
      cwd: app.folder,
      programs: dirname(process.execPath),
      env: { ...app.env, ...env, ...given, NODE_OPTIONS: flags.join(" ") },
    })
  const all: Serving[] = [await serve({})]
  return {
    ...app,
    log: () => all.map((one) => one.log()).join("\n"),
    serveAnother: async () => {
      const port = await freePort()
      all.push(await serve({ PORT: String(port) }))
      return `http://127.0.0.1:${port}`
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()))
      await app.remove()
    },
  }
}

/** The next mail that arrives with a subject: to whom, and its link. */
export async function nextMail(
  { mails }: MailServer,
  subject: string,
): Promise<{ readonly to: string; readonly link: string }> {
  const find = () => mails.find((mail) => headerTextOf(mail, "subject") === subject)
  await expect.poll(find).toBeDefined()
  const [mail] = mails.splice(mails.indexOf(find()!), 1)
  return { to: mail!.to[0]!, link: /http:\/\/\S+/.exec(mail!.text ?? "")?.[0] ?? "" }
}
