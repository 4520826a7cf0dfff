import { AsyncLocalStorage } from "node:async_hooks"
import worker from "./worker.ts"

// The flag `nodejs_als` gives the module, and nothing by which a library could ask whether it is there.
Object.assign(globalThis, { AsyncLocalStorage })

export default worker
