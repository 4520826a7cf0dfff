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
  type Token,
  token,
} from "trivet"
import { checkOptions, type OptionNames } from "trivet/extend"
import { raw } from "trivet/web"
import { fault } from "./faults.ts"
import type { Mail, MailAttachment, MailMessage } from "./mail.ts"
import { Mailer } from "./mailer.ts"
import { domainOf } from "./message/message-of.ts"

const box = dto({ name: "max=1000", address: "required,max=254" })
const header = dto({ name: "required,max=76", value: "max=10000" })

/** The bytes stay where they are: a payload with them would be read with each attempt. */
const attachment = dto({ id: "required,max=100", name: "required,max=200", type: "required,max=300" })

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
  // Absent from jobs that an older version has enqueued.
  attachments: optional(list(attachment)),
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
  /** Where files of mails are: `Files` of `@trivet/files`, whose module must be in `imports`. Default: mails have no attachments. */
  readonly files?: Token<MailFiles>
}

/** Finds the files of mails. `Files` of `@trivet/files` does. */
export interface MailFiles {
  get(id: string): Promise<Pick<MailAttachment, "stream"> | undefined>
}

const optionNames: OptionNames<MailQueueOptions> = { imports: true, retry: true, files: true }

const patient: RetryOptions = { times: 10, delay: 10_000, maxDelay: 3_600_000 }

/** Enqueues mails. `mailQueue()` provides it. */
export abstract class MailQueue {
  /**
   * Checks a mail and adds a job that sends it: `await mails.enqueue({ to, ...welcome({ name }) })`. Inside a transaction of
   * the database of the jobs it is sent if that commits, and not at all otherwise. Returns the id of the job. Attachments are files of
   * `files`, of which the job keeps the id.
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
  const { imports, retry = patient, files } = options
  const record = sendRecord(retry)
  return module({
    name: "mail-jobs",
    imports,
    exports: [MailQueue],
    declarations: [
      provide(MailQueue, () => new EnqueuedMails(record, files !== undefined)),
      provide(
        token<object>("MailJobs"),
        () => new MailJobs(record, files === undefined ? undefined : inject(files)),
      ),
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
  readonly #hasFiles: boolean

  constructor(record: SendContract, hasFiles: boolean) {
    super()
    this.#record = record
    this.#hasFiles = hasFiles
  }

  async enqueue(mail: Mail, options: EnqueueOptions = {}): Promise<string> {
    const id = await this.#jobs.enqueue(
      this.#record.send,
      payloadOf(await this.#mailer.message(mail), this.#hasFiles),
      options,
    )
    // `id` is always set, because the job is not unique.
    return id!
  }
}

class MailJobs {
  readonly #mailer = inject(Mailer)
  readonly #record: SendContract
  readonly #files: MailFiles | undefined

  constructor(record: SendContract, files: MailFiles | undefined) {
    this.#record = record
    this.#files = files
  }

  routes(): readonly Route[] {
    return routes(implement(this.#record, this))
  }

  async send(ctx: Context<SendContract["send"]>): Promise<void> {
    // Checked again: the payload may have been created by hand.
    const { attachments = [], ...body } = await ctx.bind()
    const files = await Promise.all(attachments.map((one) => this.#find(one)))
    const mail = { ...mailOf(body), attachments: files }
    const message = await this.#mailer.message(mail).catch(endJob)
    // The same in each attempt, so that mail programs recognize a mail that was sent twice.
    const id = `<${currentJob(ctx)!.id}@${domainOf(message.from)}>`
    await this.#mailer.deliver({ ...message, id }, ctx).catch((error: unknown) => {
      throw isRejected(error) ? permanent(error) : error
    })
  }

  async #find(one: OutputOf<typeof attachment>): Promise<MailAttachment> {
    const file = await this.#files?.get(one.id)
    if (file === undefined)
      throw new PermanentFailure(`there is no file ${one.id}, which the mail should contain`)
    return { ...one, stream: () => file.stream() }
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

function payloadOf(checked: MailMessage, hasFiles: boolean) {
  const { id: _, replyTo, html, headers, attachments, ...message } = checked
  return {
    ...message,
    to: [...message.to],
    cc: [...message.cc],
    bcc: [...message.bcc],
    ...(replyTo !== undefined && { replyTo }),
    ...(html !== undefined && { html }),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    ...(attachments.length > 0 && { attachments: attachments.map((one) => idOf(one, hasFiles)) }),
  }
}

function idOf({ id, name, type = "" }: MailAttachment, hasFiles: boolean) {
  if (hasFiles && id !== undefined) return { id, name, type }
  const reason = hasFiles
    ? "contains a file that is not stored: pass what `files.put()` returns"
    : "needs the option `files` of `mailQueue()`"
  throw fault("MAIL_CONTENT_INVALID", { field: "attachments", reason })
}

function mailOf({
  html,
  text,
  subject,
  replyTo,
  headers,
  ...others
}: Omit<OutputOf<typeof payload>, "attachments">): Mail {
  return {
    ...others,
    subject: subject ?? "",
    text: text ?? "",
    ...(html !== undefined && { html: raw(html) }),
    ...(replyTo !== undefined && { replyTo }),
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value ?? ""])),
  }
}
