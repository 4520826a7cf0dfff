// oxlint-disable import/no-cycle -- the mistake itself
import { inject, module } from "trivet"
import { Orders, OrdersModule } from "./broken-orders.ts"

export class Mails {
  readonly #orders = inject(Orders)
  readonly sent = this.#orders.count
}

export const MailsModule = module({
  name: "mails",
  imports: [OrdersModule], // here
  exports: [Mails],
  declarations: [Mails],
})
