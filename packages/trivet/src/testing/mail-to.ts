import type { App } from "../app/app.ts"
import { engineAppOf } from "../app/engine-app.ts"
import { storedUnder } from "../app/stored-under.ts"
import type { KeptMail } from "./access.ts"

/** What `@trivet/mail` stores. */
const mailsKey: unique symbol = Symbol.for("trivet.mails")
/** What `@trivet/jobs` stores. */
const jobsKey: unique symbol = Symbol.for("trivet.jobs")

interface Stored {
  readonly mails?: {
    readonly mails: readonly (KeptMail & { readonly to: readonly { readonly address: string }[] })[]
  }
  readonly jobs?: { runDue(): Promise<number> }
}

/** Creates a function that reads the mails which an application in this process has kept: see `TestApp.mailTo()`. */
export function createMailTo(app: App): (address: string, text?: RegExp) => Promise<KeptMail> {
  const returned = new WeakSet<KeptMail>()
  let running: Promise<unknown> = Promise.resolve()
  return async (address, text = /(?:)/) => {
    const { wiring } = engineAppOf(app)
    const { mails, jobs } = {
      mails: storedUnder(wiring, mailsKey),
      jobs: storedUnder(wiring, jobsKey),
    } as Stored
    if (mails === undefined)
      throw new Error(
        "mailTo(): the application keeps no mails. Unset MAIL_URL, or replace its Mailer by a MemoryMailer",
      )
    // One after another: a call that finds no job due would not see the mail of a job that another call still runs.
    running = running.then(() => jobs?.runDue())
    await running
    const wanted = address.toLowerCase()
    const found = mails.mails.find(
      (mail) =>
        !returned.has(mail) &&
        mail.text.search(text) >= 0 &&
        mail.to.some((box) => box.address.toLowerCase() === wanted),
    )
    if (found === undefined)
      throw new Error(`mailTo(): the application has kept no further mail to ${address}`)
    returned.add(found)
    return found
  }
}
