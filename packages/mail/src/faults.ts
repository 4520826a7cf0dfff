import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/mail`. */
export const catalogue = {
  // At boot
  MAIL_URL_MISSING: {
    message: "`MAIL_URL` is not set, and production needs an SMTP server to send mail.",
    fix: "Set `MAIL_URL` to `smtp://user:password@host:587`, or to `smtps://user:password@host:465`.",
  },
  MAIL_URL_INVALID: {
    message:
      "The URL of the mail server is invalid: {reason}. It is not shown, because it may contain a password.",
    fix: "Write `smtp://user:password@host:587` or `smtps://user:password@host:465`. Percent-encode special characters of the user and the password: `@` is `%40`.",
  },
  MAIL_OPTION_INVALID: {
    message: "`{option}` of `mail()` is {value}.",
    fix: "Set `{option}` to a whole number above 0.",
  },

  // Before a mail is sent
  MAIL_ADDRESS_INVALID: {
    status: 400,
    public: "Invalid e-mail address",
    message: "`{field}` of a mail contains the address {address}: {reason}.",
    fix: 'Pass one address, such as `ann@example.com`, or `{ name: "Ann", address: "ann@example.com" }`. Pass several as a list.',
  },
  MAIL_RECIPIENT_MISSING: {
    message: "A mail has no recipient: `to`, `cc` and `bcc` are empty.",
    fix: "Pass at least one address in `to`.",
  },
  MAIL_LINE_INVALID: {
    message: "`{field}` of a mail contains {character}.",
    fix: 'Use text of one line. `dto({ name: "required,line" })` rejects line breaks and control characters in what a client sends.',
  },
  MAIL_HEADER_INVALID: {
    message: "A mail has the header {header}: {reason}.",
    fix: "Use `headers` for further headers only, such as `List-Unsubscribe`. All others follow from the fields of the mail.",
  },
  MAIL_CONTENT_INVALID: {
    message: "`{field}` of a mail {reason}.",
    fix: "Pass `html`, made with `html` of trivet/web, or `text`, or both.",
  },

  // When it is sent
  MAIL_SERVER_UNAVAILABLE: {
    status: 503,
    public: "The service is not available, try again later",
    message: "The mail server {server} is not available: {reason}.",
    fix: "Start the server, or correct `MAIL_URL`. `MailQueue` of @trivet/mail/jobs sends mails when the server is back.",
  },
  MAIL_SERVER_UNTRUSTED: {
    status: 503,
    public: "The service is not available, try again later",
    message: "No secure connection to the mail server {server} could be made: {reason}.",
    fix: "Use a server with STARTTLS or `smtps://` and a valid certificate. Pass `ca` of `mail()` for an authority of your own. `?tls=off` in `MAIL_URL` sends mails and the password unencrypted.",
  },
  MAIL_LOGIN_REJECTED: {
    status: 503,
    public: "The service is not available, try again later",
    message: "The mail server {server} rejected the user {user}: {reply}.",
    fix: "Correct the user and the password in `MAIL_URL`. Percent-encode their special characters: `@` is `%40`.",
  },
  MAIL_POSTPONED: {
    status: 503,
    public: "The service is not available, try again later",
    message: "The mail server {server} does not accept the mail now: {reply}.",
    fix: "Send it again later. `MailQueue` of @trivet/mail/jobs does so.",
  },
  MAIL_REJECTED: {
    message: "The mail server {server} rejected the mail: {reply}.",
    fix: "Correct what the server names, such as the address of the recipient, or `from` of `mail()`. The same mail would be rejected again.",
  },
  MAIL_STOPPED: {
    status: 503,
    public: "The service is not available, try again later",
    message: "The mail was not sent, because the process is stopping.",
    fix: "`MailQueue` of @trivet/mail/jobs lets another process send them.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
