import { api } from "../../src/api.ts"
import { cors, createApp, createJsonLog, module, securityHeaders } from "../../src/index.ts"
import { serve } from "../../src/node.ts"
import { Accounts } from "./accounts.ts"
import { counts, prototypeNames, receivedFrom } from "./counts.ts"
import { Guarded } from "./guarded.ts"
import { cachedIn, callMillionPaths, heap } from "./million-paths.ts"
import { Mirror } from "./mirror.ts"

const app = await createApp(module({ name: "attacked", declarations: [Accounts, Guarded, Mirror] }), {
  platform: api(),
  middlewares: [cors({ origin: "https://good.example", credentials: true }), securityHeaders()],
  log: createJsonLog({ level: "error", write: () => counts.errors++ }),
})
const served = await serve(app, { port: 0, host: "127.0.0.1" })

/** What the attacker's side may ask of the attacked process. */
export const questions = {
  port: () => served.port,
  counts: () => ({ ...counts, prototypes: prototypeNames() }),
  received: (port: number) => receivedFrom(port) ?? null,
  memory: () => ({ cached: cachedIn(app), heap: heap() }),
  million: (count: number) => callMillionPaths(app, count),
}

interface Question {
  readonly id: number
  readonly name: keyof typeof questions
  readonly argument: number
}

process.on("message", ({ id, name, argument }: Question) => {
  void Promise.resolve(questions[name](argument)).then((answer) => process.send!({ id, answer }))
})
process.on("disconnect", () => process.exit(0))
process.send!("ready")
