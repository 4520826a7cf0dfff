/** A row of `verified_emails`: the address that a user has shown to be theirs. It counts while it is the user's address. */
export interface VerifiedEmailRow {
  readonly user_id: string
  readonly email: string
  readonly verified_at: Date
}

// A migration makes the table; here the compiler learns of it.
declare module "../database/db.ts" {
  interface Tables {
    readonly verified_emails: VerifiedEmailRow
  }
}
