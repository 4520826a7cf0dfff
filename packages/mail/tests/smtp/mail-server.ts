import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { parseMail, type ReceivedMail } from "./received-mail.ts"

/** An SMTP server on this machine that keeps what it gets. */
export class MailServer {
  readonly mails: ReceivedMail[] = []
  /** How many connections were opened. */
  connections = 0
  readonly #server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on("data", (chunk: Buffer) => chunks.push(chunk))
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope
          const from = mailFrom === false ? "" : mailFrom.address
          const to = rcptTo.map(({ address }) => address)
          this.mails.push(parseMail(from, to, Buffer.concat(chunks).toString("latin1")))
          done()
        })
      },
      ...options,
      onConnect: (_, done) => {
        this.connections++
        done()
      },
    })
    this.#server.on("error", () => undefined)
  }

  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const server = new MailServer(options)
    const listening = server.#server.listen(port, "127.0.0.1")
    await once(listening, "listening")
    return server
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  async stop(): Promise<void> {
    await new Promise<void>((done) => this.#server.close(() => done()))
  }
}

/** What a handler of the server answers with to reject. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
