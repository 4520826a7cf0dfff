// A record tells clients that they may repeat a call with its key, and nothing reads the key.
import { module, post } from "trivet"
import type { Expected } from "../expected.ts"

class PaymentsController {
  routes() {
    return [post("/payments", this.pay, { idempotencyKey: "required" })] // here
  }
  pay() {
    return { paid: true }
  }
}

export const root = module({ name: "payments", declarations: [PaymentsController] })
export const call = { method: "POST", path: "/payments" }
export const expected = { code: "IDEMPOTENCY_KEY_UNREAD", chain: [] } satisfies Expected
