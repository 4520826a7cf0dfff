/** A mail in the list of the dashboard. */
export interface ListedMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** A mail as the dashboard shows it. Its markup is separate: it is shown in its own frame. */
export interface ShownMail extends ListedMail {
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly text: string
  readonly hasMarkup: boolean
}

/** A mail that was kept instead of sent, as `@trivet/mail` hands it over. */
export interface KeptMail extends Omit<ShownMail, "hasMarkup"> {
  readonly html?: string | undefined
}

/** A request of the page about kept mails. */
export type MailWish = { readonly what: "list" } | { readonly what: "show" | "markup"; readonly id: string }
