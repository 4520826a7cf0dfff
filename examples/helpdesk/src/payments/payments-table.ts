/** A row of `payments`. It stays when its ticket or its customer is deleted. */
export interface PaymentRow {
  readonly id: string
  readonly ticket_id: string | null
  readonly user_id: string | null
  /** New: the payment service was not asked yet. Paid and expired are final. */
  readonly state: "new" | "open" | "paid" | "expired"
  readonly amount: number
  readonly currency: string
  readonly url: string | null
  readonly created_at: Date
  readonly paid_at: Date | null
}

// A migration makes the table; here the compiler learns of it.
declare module "../database/db.ts" {
  interface Tables {
    readonly payments: PaymentRow
  }
}
