// Fixed as the finding says: the base class has a file of its own.
import { module } from "trivet"
import { openStore } from "./fixed-open-store.ts"

class Reader {
  readonly store = openStore()
  onStart() {}
}

export const root = module({ name: "app", declarations: [Reader] })
