// A constant is computed from one of a file that imports it.
import { module } from "trivet"
import type { Expected } from "../expected.ts"
import { limits } from "./broken-limits.ts"

class Reader {
  readonly limits = limits
  onStart() {}
}

export const root = module({ name: "app", declarations: [Reader] })
export const expected = { code: "IMPORT_CYCLE", file: "broken-pages.ts" } satisfies Expected
