import { type EnqueueOptions, job, currentJob, Jobs, PermanentFailure, type RetryOptions } from "@trivet/jobs"
import {
  type Context,
  contract,
  dto,
  implement,
  inject,
  list,
  type Module,
  module,
  optional,
  type OutputOf,
  provide,
  type Route,
  routes,
  token,
} from "trivet"
import { checkOptions, type OptionNames } from "trivet/extend"
import { raw } from "trivet/web"
import type { Mail, MailMessage } from "./mail.ts"
import { Mailer } from "./mailer.ts"
import { domainOf } from "./message/message-of.ts"

const box = dto({ name: "max=1000", address: "required,max=254" })
const header = dto({ name: "required,max=76", value: "max=10000" })

/** A mail as a payload. The maximum lengths keep it below the body limit. */
const payload = dto({
  from: box,
  to: list(box),
  cc: list(box),
  bcc: list(box),
  replyTo: optional(box),
  subject: "max=1000",
  text: "max=100000",
  html: "max=200000",
  headers: list(header),
})

/** Options of `mailQueue()`. */
export interface MailQueueOptions {
  /** The modules of `mail()` and of `jobs()`. */
  readonly imports: readonly Module[]
  /**
   * How often a mail that the server does not accept now is sent again. Default: 10 times over about 3 hours, which is
   * enough for servers that reject the first attempt of an unknown sender.
   */
  readonly retry?: number | RetryOptions
}

const optionNames: OptionNames<MailQueueOptions> = { imports: true, retry: true }

const patient: RetryOptions = { times: 10, delay: 10_000, maxDelay: 3_600_000 }

/** Enqueues mails. `mailQueue()` provides it. */
export abstract class MailQueue {
  /**
   * Checks a mail and adds a job that sends it: `await mails.enqueue({ to, ...welcome({ name }) })`. Inside a transaction of
   * the database of the jobs it is sent if that commits, and not at all otherwise. Returns the id of the job.
   */
  abstract enqueue(mail: Mail, options?: EnqueueOptions): Promise<string>
}

/**
 * Makes the module of the job `mail/send`, which exports `MailQueue`:
 * `mailQueue({ imports: [MailModule, JobsModule] })`. A mail that the server rejects permanently ends as a dead job at
 * once; everything else is tried again.
 */
export function mailQueue(options: MailQueueOptions): Module {
  checkOptions(options, optionNames, "mailQueue()")
  const { imports, retry = patient } = options
  const record = sendRecord(retry)
  return module({
    name: "mail-jobs",
    imports,
    exports: [MailQueue],
    declarations: [
      provide(MailQueue, () => new EnqueuedMails(record)),
      provide(token<object>("MailJobs"), () => new MailJobs(record)),
    ],
  })
}

type SendContract = ReturnType<typeof sendRecord>

function sendRecord(retry: number | RetryOptions) {
  return contract({ send: job("mail/send", { accepts: { body: payload }, retry, summary: "Sends a mail" }) })
}

class EnqueuedMails extends MailQueue {
  readonly #mailer = inject(Mailer)
  readonly #jobs = inject(Jobs)
  readonly #record: SendContract

  constructor(record: SendContract) {
    super()
    this.#record = record
  }

  async enqueue(mail: Mail, options: EnqueueOptions = {}): Promise<string> {
    const id = await this.#jobs.enqueue(
      this.#record.send,
      payloadOf(await this.#mailer.message(mail)),
      options,
    )
    // `id` is always set, because the job is not unique.
    return id!
  }
}

class MailJobs {
  readonly #mailer = inject(Mailer)
  readonly #record: SendContract

  constructor(record: SendContract) {
    this.#record = record
  }

  routes(): readonly Route[] {
    return routes(implement(this.#record, this))
  }

  async send(ctx: Context<SendContract["send"]>): Promise<void> {
    // Checked again: the payload may have been created by hand.
    const message = await this.#mailer.message(mailOf(await ctx.bind())).catch(endJob)
    // The same in each attempt, so that mail programs recognize a mail that was sent twice.
    const id = `<${currentJob(ctx)!.id}@${domainOf(message.from)}>`
    await this.#mailer.deliver({ ...message, id }, ctx).catch((error: unknown) => {
      throw isRejected(error) ? permanent(error) : error
    })
  }
}

function isRejected(error: unknown): error is Error {
  return (error as { readonly code?: unknown }).code === "MAIL_REJECTED"
}

function permanent(error: Error): PermanentFailure {
  return new PermanentFailure(error.message, { cause: error })
}

function endJob(error: Error): never {
  throw permanent(error)
}

function payloadOf(checked: MailMessage) {
  const { id: _, replyTo, html, headers, ...message } = checked
  return {
    ...message,
    to: [...message.to],
    cc: [...message.cc],
    bcc: [...message.bcc],
    ...(replyTo !== undefined && { replyTo }),
    ...(html !== undefined && { html }),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  }
}

function mailOf({ html, text, subject, replyTo, headers, ...others }: OutputOf<typeof payload>): Mail {
  return {
    ...others,
    subject: subject ?? "",
    text: text ?? "",
    ...(html !== undefined && { html: raw(html) }),
    ...(replyTo !== undefined && { replyTo }),
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value ?? ""])),
  }
}
