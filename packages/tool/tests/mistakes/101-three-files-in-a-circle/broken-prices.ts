// oxlint-disable import/no-cycle -- the mistake itself
import { inject, module } from "trivet"
import { Mails, MailsModule } from "./broken-mails.ts"

export class Prices {
  readonly #mails = inject(Mails)
  readonly all = [1, 2, this.#mails.sent]
}

export const PricesModule = module({
  name: "prices",
  imports: [MailsModule],
  exports: [Prices],
  declarations: [Prices],
})
