// oxlint-disable import/no-cycle -- the mistake itself
import { get, inject, module } from "trivet"
import { Prices, PricesModule } from "./broken-prices.ts"

class OrdersController {
  readonly #prices = inject(Prices)

  routes() {
    return [get("/orders", () => this.#prices.all)]
  }
}

export class Orders {
  readonly count = 0
}

export const OrdersModule = module({
  name: "orders",
  imports: [PricesModule],
  exports: [Orders],
  declarations: [OrdersController, Orders],
})
