// Two modules have one name.
import { module } from "trivet"
import type { Expected } from "../expected.ts"

const ReadersModule = module({ name: "users" })
const WritersModule = module({ name: "users" }) // here

export const root = module({ name: "app", imports: [ReadersModule, WritersModule] })
export const expected = { code: "MODULE_NAME_TAKEN", chain: ["app", "users"] } satisfies Expected
