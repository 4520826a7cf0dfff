// Three files import each other in a circle, and one reads a module before it exists.
import { module } from "trivet"
import type { Expected } from "../expected.ts"
import { OrdersModule } from "./broken-orders.ts"

export const root = module({ name: "app", imports: [OrdersModule] })
export const expected = { code: "IMPORT_CYCLE", file: "broken-mails.ts" } satisfies Expected
