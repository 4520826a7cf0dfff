export type {
  Mail,
  MailAddress,
  MailAttachment,
  Mailbox,
  MailContent,
  MailMessage,
  SentMail,
} from "./mail.ts"
export { mail, type MailOptions } from "./mail-module.ts"
export { Mailer } from "./mailer.ts"
export { SmtpMailer } from "./smtp/smtp-mailer.ts"
export type { SmtpOptions } from "./smtp/smtp-settings.ts"
