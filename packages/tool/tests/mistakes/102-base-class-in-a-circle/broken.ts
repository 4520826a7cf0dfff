// A class extends one of a file that imports it.
import { module } from "trivet"
import type { Expected } from "../expected.ts"
import { Store } from "./broken-store.ts"

class Reader {
  readonly store = new Store()
  onStart() {}
}

export const root = module({ name: "app", declarations: [Reader] })
export const expected = { code: "IMPORT_CYCLE", file: "broken-disk.ts" } satisfies Expected
