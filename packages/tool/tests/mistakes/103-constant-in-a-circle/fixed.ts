// Fixed as the finding says: what both need has a file of its own.
import { module } from "trivet"
import { limits } from "./fixed-limits.ts"
import { pages } from "./fixed-pages.ts"

class Reader {
  readonly limits = { ...limits, pages }
  onStart() {}
}

export const root = module({ name: "app", declarations: [Reader] })
