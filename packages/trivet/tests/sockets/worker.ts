import { toFetch } from "trivet/fetch"
import { createSocketApp } from "./app.ts"

export default { fetch: toFetch(() => createSocketApp()) }
