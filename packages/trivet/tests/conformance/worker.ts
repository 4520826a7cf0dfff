import { toFetch } from "trivet/fetch"
import { createConformanceApp, type Make } from "./app.ts"

// One make, which the configuration names.
export default { fetch: toFetch((env: { readonly MAKE: Make }) => createConformanceApp(env.MAKE)) }
