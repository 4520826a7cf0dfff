// Fixed as the fault says.
import { module, post } from "trivet"

class PaymentsController {
  routes() {
    return [post("/payments", this.pay)]
  }
  pay() {
    return { paid: true }
  }
}

export const root = module({ name: "payments", declarations: [PaymentsController] })
export const call = { method: "POST", path: "/payments" }
