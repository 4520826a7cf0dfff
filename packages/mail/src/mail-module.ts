import { inject, type Module, module, provide, type Provider, token } from "trivet"
import { AppLog, checkOptions, type OptionNames, Production } from "trivet/extend"
import { fault } from "./faults.ts"
import { KeptMails, mailsKey } from "./kept-mails.ts"
import type { MailAddress } from "./mail.ts"
import { Mailer } from "./mailer.ts"
import { MemoryMailer } from "./memory-mailer.ts"
import { parseAddress } from "./message/parse-address.ts"
import { SmtpMailer } from "./smtp/smtp-mailer.ts"
import type { SmtpOptions } from "./smtp/smtp-settings.ts"
import "./version.ts"

/** Options of `mail()`. */
export interface MailOptions extends Omit<SmtpOptions, "url"> {
  /** The sender of mails without `from`, or a function that returns it and may call `inject()`. */
  readonly from: MailAddress | (() => MailAddress)
  /**
   * The server, as in `SmtpOptions`, or a function that returns it and may call `inject()`. Default: the variable
   * `MAIL_URL`. Without a server the last 100 mails are kept in memory and none is sent; in production that is a fault.
   */
  readonly url?: string | (() => string | undefined) | undefined
  /** Modules that export what the functions inject. Default: none. */
  readonly imports?: readonly Module[]
}

const optionNames: OptionNames<MailOptions> = {
  from: true,
  url: true,
  imports: true,
  ca: true,
  maxConnections: true,
  connectTimeout: true,
  timeout: true,
  sendTimeout: true,
  stopTimeout: true,
}

/** On an instance: what `trivet dev` shows of it. */
const mailKey: unique symbol = Symbol.for("trivet.mail")
/** On the fields of a log line: `trivet dev` shows the same. */
const shownKey: unique symbol = Symbol.for("trivet.shown")

/** How many mails are kept if there is no server. */
const maxMails = 100

/**
 * Makes the module of mail, which exports `Mailer`: `mail({ from: "shop@example.com" })`. The server is that of
 * `MAIL_URL`.
 */
export function mail(options: MailOptions): Module {
  checkOptions(options, optionNames, "mail()")
  return module({
    name: "mail",
    imports: options.imports ?? [],
    exports: [Mailer],
    declarations: [provide(Mailer, () => mailerOf(options)), provideWarning()],
  })
}

function mailerOf(given: MailOptions): Mailer {
  const { from, url, imports: _, ...options } = given
  const sender = typeof from === "function" ? from() : from
  parseAddress("from", sender)
  // If `url` is a function, `MAIL_URL` is ignored.
  const server = (typeof url === "function" ? url() : (url ?? process.env["MAIL_URL"])) ?? ""
  if (server !== "") return new SmtpMailer(sender, { ...options, url: server }, inject(AppLog))
  if (inject(Production)) throw fault("MAIL_URL_MISSING", {})
  return new KeptMails({ from: sender, maxMails })
}

/**
 * The warning is logged when the application serves: tools that inspect the application construct it too. `trivet dev`,
 * `trivet fuzz` and `mailTo()` of `trivet/testing` find the kept mails under the symbol.
 */
function provideWarning(): Provider {
  return provide(token<object>("warning of mail"), () => {
    const [log, mailer] = [inject(AppLog), inject(Mailer)]
    if (!(mailer instanceof MemoryMailer)) return { [mailKey]: "mail by SMTP" }
    // One of a test, which no tool watches.
    if (!(mailer instanceof KeptMails)) return { [mailsKey]: { mails: mailer.mails, watch: () => undefined } }
    return {
      [mailKey]: "mail kept here",
      [mailsKey]: mailer,
      onServe: () =>
        log.warn(
          { [shownKey]: true },
          `MAIL_URL is not set: mails are not sent, and the last ${maxMails} are kept in memory`,
        ),
    }
  })
}
