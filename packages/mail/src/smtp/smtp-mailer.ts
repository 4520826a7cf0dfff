import { createTransport, type NodemailerError, type SendMailOptions, type SMTPPoolOptions } from "nodemailer"
import { Readable } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "trivet"
import { failureOf, type Place } from "./failure-of.ts"
import { fault } from "../faults.ts"
import type { MailAddress, Mailbox, MailMessage, SentMail } from "../mail.ts"
import { Mailer } from "../mailer.ts"
import { type SmtpOptions, type SmtpSettings, smtpSettingsOf } from "./smtp-settings.ts"
import { Turns } from "./turns.ts"

type Pool = ReturnType<typeof poolOf>

/** Milliseconds for which the result of a health check is reused: each check logs in to the server. */
const checkHolds = 60_000

/**
 * Sends mails over SMTP, through connections that it keeps open while they are used. `mail()` makes one; make others for
 * further servers.
 *
 * @example
 * ```ts
 * import { SmtpMailer } from "@trivet/mail"
 * import { provide, token } from "trivet"
 *
 * export const Newsletters = token<SmtpMailer>("Newsletters")
 *
 * export const provideNewsletters = provide(
 *   Newsletters,
 *   () => new SmtpMailer("news@example.com", { url: "smtp://bulk.example:587", maxConnections: 2 }),
 * )
 * ```
 */
export class SmtpMailer extends Mailer {
  readonly #settings: SmtpSettings
  readonly #place: Place
  readonly #log: Log | undefined
  readonly #turns: Turns
  #pool: Pool | undefined
  #checkedAt = -Infinity
  /** The result of the last check. */
  #works = true

  constructor(from: MailAddress, options: SmtpOptions, log?: Log) {
    super(from)
    this.#settings = smtpSettingsOf(options)
    const { host, port, login, maxConnections } = this.#settings
    this.#place = { server: `${host}:${port}`, user: login?.user }
    this.#log = log
    this.#turns = new Turns(maxConnections)
  }

  deliver(message: MailMessage, options?: { readonly signal?: AbortSignal }): Promise<SentMail> {
    return this.#turns.run(() => this.#deliver(message), options?.signal)
  }

  /** Checks the server in the background and logs problems. The application serves meanwhile. */
  onServe(): void {
    this.#check()
  }

  /**
   * Returns a note if the last check failed: everything else works, so the process stays ready. The log has the reason.
   */
  async onHealth(): Promise<string | undefined> {
    this.#check()
    return this.#works ? undefined : "mails cannot be sent"
  }

  /** Waits for mails that are being sent, at most `stopTimeout`, and closes the connections. */
  async onStop(): Promise<void> {
    this.#turns.close(() => fault("MAIL_STOPPED", {}))
    const late = sleep(this.#settings.stopTimeout, undefined, { ref: false })
    await Promise.race([this.#turns.idle(), late])
    this.#pool?.close({ force: true })
  }

  async #deliver(message: MailMessage): Promise<SentMail> {
    const pool = (this.#pool ??= poolOf(this.#settings))
    try {
      const { rejected } = await this.#inTime(pool, pool.sendMail(sendable(message)))
      if (rejected.length > 0)
        this.#log?.warn(
          { id: message.id, rejected: rejected.length },
          "a mail was not accepted for all recipients",
        )
      return { id: message.id, rejected }
    } catch (error) {
      throw failureOf(error as NodemailerError, this.#place)
    }
  }

  /** Limits the total time of a mail: a server can keep a connection alive with single bytes. */
  async #inTime<Value>(pool: Pool, sent: Promise<Value>): Promise<Value> {
    const { sendTimeout } = this.#settings
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => {
        refuse(new Error(`the mail was not accepted within ${sendTimeout} ms`))
        // Single connections cannot be closed. The other mails fail, and can be sent again.
        pool.close({ force: true })
        if (this.#pool === pool) this.#pool = undefined
      }, sendTimeout)
    })
    return Promise.race([sent, late]).finally(() => clearTimeout(timer))
  }

  /** Connects and logs in, at most once a minute. Health checks do not wait for it: a server may be slow. */
  #check(): void {
    const now = performance.now()
    if (now - this.#checkedAt < checkHolds) return
    this.#checkedAt = now
    const found = (error?: NodemailerError) => {
      // A later check has begun.
      if (this.#checkedAt !== now) return
      this.#works = !error
      if (error) this.#log?.warn({ err: failureOf(error, this.#place) }, "mails cannot be sent")
    }
    void poolOf(this.#settings)
      .verify()
      .then(() => found(), found)
  }
}

function poolOf(settings: SmtpSettings) {
  const { host, port, tls, login, ca, maxConnections, connectTimeout, timeout } = settings
  const options: SMTPPoolOptions & { pool: true } = {
    pool: true,
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "required",
    ignoreTLS: tls === "off",
    // If a login is configured, no mail is sent to a server that does not offer authentication.
    ...(login !== undefined && { auth: login, forceAuth: true }),
    tls: { ...(ca !== undefined && { ca }) },
    maxConnections,
    // Only a mail of which the server has received nothing is sent again: nodemailer distinguishes them.
    maxRequeues: 1,
    idleTimeout: 20_000,
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    dnsTimeout: connectTimeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return createTransport(options)
}

/** Converts a mail for nodemailer. The envelope is given, so that nodemailer does not derive it from headers. */
function sendable(message: MailMessage): SendMailOptions {
  const { id, from, to, cc, bcc, replyTo, subject, text, html, headers } = message
  return {
    envelope: { from: from.address, to: [...to, ...cc, ...bcc].map(({ address }) => address) },
    messageId: id,
    from: headerOf(from),
    to: to.map(headerOf),
    cc: cc.map(headerOf),
    ...(replyTo !== undefined && { replyTo: headerOf(replyTo) }),
    subject,
    text,
    ...(html !== undefined && { html }),
    headers,
    attachments: message.attachments.map((one) => ({
      filename: one.name,
      contentType: one.type ?? "application/octet-stream",
      contentDisposition: "attachment",
      // Other encodings change line breaks.
      contentTransferEncoding: "base64",
      content: Readable.from(one.stream()),
    })),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function headerOf({ name = "", address }: Mailbox): { name: string; address: string } {
  return { name, address }
}
