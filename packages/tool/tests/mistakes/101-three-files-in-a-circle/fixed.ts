// Fixed as the finding says: the list is a function.
import { module } from "trivet"
import { OrdersModule } from "./fixed-orders.ts"

export const root = module({ name: "app", imports: [OrdersModule] })
