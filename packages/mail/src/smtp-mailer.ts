import { createTransport, type NodemailerError, type SendMailOptions, type SMTPPoolOptions } from "nodemailer"
import { setTimeout as sleep } from "node:timers/promises"
import type { Log } from "trivet"
import { failureOf, type Place } from "./failure-of.ts"
import { fault } from "./faults.ts"
import type { MailAddress, Mailbox, MailMessage, SentMail } from "./mail.ts"
import { Mailer } from "./mailer.ts"
import { type SmtpOptions, type SmtpSettings, settingsOf } from "./smtp-settings.ts"
import { Turns } from "./turns.ts"

type Pool = ReturnType<typeof poolOf>

/** Milliseconds for which the answer of a health check holds: each would log in to the server. */
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
  /** What the last check found. */
  #works = true

  constructor(from: MailAddress, options: SmtpOptions, log?: Log) {
    super(from)
    this.#settings = settingsOf(options)
    const { host, port, login, maxConnections } = this.#settings
    this.#place = { server: `${host}:${port}`, user: login?.user }
    this.#log = log
    this.#turns = new Turns(maxConnections)
  }

  deliver(message: MailMessage, options?: { readonly signal?: AbortSignal }): Promise<SentMail> {
    return this.#turns.run(() => this.#deliver(message), options?.signal)
  }

  /** Logs what would keep mails from being sent. The application serves meanwhile. */
  onServe(): void {
    this.#check()
  }

  /**
   * Returns a note if mails could not be sent at the last check: everything else works, so the process stays ready. The log has
   * the reason.
   */
  async onHealth(): Promise<string | undefined> {
    this.#check()
    return this.#works ? undefined : "mails cannot be sent"
  }

  /** Waits for the mails that are being sent, as long as `stopTimeout`, and closes the connections. */
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

  /** A server may keep a connection busy with single bytes, which count as signs of life. */
  async #inTime<Value>(pool: Pool, sent: Promise<Value>): Promise<Value> {
    const { sendTimeout } = this.#settings
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, refuse) => {
      timer = setTimeout(() => {
        refuse(new Error(`the mail was not accepted within ${sendTimeout} ms`))
        // Not one connection alone can be closed. The others' mails fail, and can be sent again.
        pool.close({ force: true })
        if (this.#pool === pool) this.#pool = undefined
      }, sendTimeout)
    })
    return Promise.race([sent, late]).finally(() => clearTimeout(timer))
  }

  /** Connects and logs in, at most once a minute. No probe waits for it: a server may be slow. */
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
    // A server that does not ask for a login gets no mail of somebody who has one.
    ...(login !== undefined && { auth: login, forceAuth: true }),
    tls: { ...(ca !== undefined && { ca }) },
    maxConnections,
    // Only a mail of which the server has got nothing is sent again: nodemailer tells them apart.
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

/** The mail as nodemailer takes it. The envelope is given, so that no header is read for it. */
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
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function headerOf({ name = "", address }: Mailbox): { name: string; address: string } {
  return { name, address }
}
