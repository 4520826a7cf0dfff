import { module } from "trivet"
import { TimeOrderedIds } from "./time-ordered-ids.ts"

/** Ids for whatever is created. */
export const IdsModule = module({ name: "ids", exports: [TimeOrderedIds], declarations: [TimeOrderedIds] })
