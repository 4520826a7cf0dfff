import { api } from "../../../src/api.ts"
import { cors, createApp, createJsonLog, module, securityHeaders } from "../../../src/index.ts"
import { Accounts } from "./accounts.ts"
import { counts, prototypeNames, receivedFrom } from "./counts.ts"
import { Framed } from "./framed.ts"
import { Guarded } from "./guarded.ts"
import { listen } from "./listen.ts"
import { cachedIn, callMillionPaths, heap } from "./million-paths.ts"
import { Mirror } from "./mirror.ts"
import { createShelf } from "./shelf.ts"

const shelf = createShelf()
process.on("exit", () => shelf.remove())
const root = module({
  name: "attacked",
  imports: [shelf.module],
  declarations: [Accounts, Framed, Guarded, Mirror],
})
const app = await createApp(root, {
  platform: api(),
  middlewares: [cors({ origin: "https://good.example", credentials: true }), securityHeaders()],
  log: createJsonLog({ level: "error", write: () => counts.errors++ }),
})
const port = await listen(app)

/** What the attacker's side may ask of the attacked process. */
export const questions = {
  port: () => port,
  counts: () => ({ ...counts, prototypes: prototypeNames() }),
  received: (from: number) => receivedFrom(from) ?? null,
  memory: () => ({ cached: cachedIn(app), heap: heap() }),
  cpu: () => (process.cpuUsage().user + process.cpuUsage().system) / 1000,
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
