// Fixed as the fault says.
import { module } from "trivet"

const ReadersModule = module({ name: "users" })
const WritersModule = module({ name: "writers" })

export const root = module({ name: "app", imports: [ReadersModule, WritersModule] })
