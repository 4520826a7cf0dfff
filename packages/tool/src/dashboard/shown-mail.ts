/** A mail in the list of the dashboard. */
export interface ListedMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** One mail as the dashboard shows it. Its markup is apart: it is shown in a frame of its own. */
export interface ShownMail extends ListedMail {
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly text: string
  readonly hasMarkup: boolean
}

/** What the page wants of the mails that an application keeps. */
export type MailWish = { readonly what: "list" } | { readonly what: "show" | "markup"; readonly id: string }
