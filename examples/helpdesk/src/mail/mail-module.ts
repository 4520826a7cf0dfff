import { mail } from "@trivet/mail"
import { inject } from "trivet"
import { Settings } from "../settings.ts"

/** Mail, over the server of `MAIL_URL`. Without one, outside of production, the last mails are kept in memory. */
export const MailModule = mail({
  from: () => inject(Settings).MAIL_FROM ?? "helpdesk@example.com",
  url: () => inject(Settings).MAIL_URL,
})
