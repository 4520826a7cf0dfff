import { once } from "node:events"
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { Database } from "@trivet/postgres"
import { type Receiver, startReceiver } from "../../../telemetry/tests/testing/receiver.ts"
import { type Developed, develop } from "../dashboard/dashboard-client.ts"
import { type MadeAccounts, makeAccounts } from "./accounts-app.ts"

class Db extends Database<Record<string, never>> {}

/** A site with accounts under `trivet dev`, with all that can record something, and another site beside it. */
export interface WatchedSite {
  readonly app: MadeAccounts
  readonly dev: Developed
  /** Gets its traces. */
  readonly receiver: Receiver
  /** Its database. */
  readonly db: Db
  /** The address of the other site. */
  readonly elsewhere: string
  /** What the other site got: target and headers of each request. */
  readonly sentElsewhere: readonly string[]
  stop(): Promise<void>
}

/** Makes and starts one. */
export async function startWatchedSite(): Promise<WatchedSite> {
  const sentElsewhere: string[] = []
  const other = createServer((request, response) => {
    sentElsewhere.push(JSON.stringify([request.url, request.headers]))
    response.end("another site")
  })
  other.listen(0, "127.0.0.1")
  const [app, receiver] = await Promise.all([makeAccounts("web"), startReceiver(), once(other, "listening")])
  watchClosely(app.folder)
  const dev = await develop(app.folder, { ...app.env, LOG_LEVEL: "trace", TRACES_URL: receiver.url })
  const db = new Db({ url: app.database.url })
  return {
    app,
    dev,
    receiver,
    db,
    elsewhere: `http://localhost:${(other.address() as AddressInfo).port}/`,
    sentElsewhere,
    stop: async () => {
      await dev.tool.end()
      await db.onStop()
      receiver.stop()
      other.close()
      other.closeAllConnections()
      await app.remove()
    },
  }
}

/** Adds traces, and statements to the log, as an application would. */
function watchClosely(folder: string): void {
  const edit = (file: string, find: string, put: string) => {
    const text = readFileSync(join(folder, file), "utf8")
    if (text.split(find).length !== 2) throw new Error(`${file} does not have once: ${find}`)
    writeFileSync(join(folder, file), text.replace(find, put))
  }
  const sdk = join(import.meta.dirname, "../../../telemetry/tests/testing/register-sdk.ts")
  copyFileSync(sdk, join(folder, "src/register-sdk.ts"))
  const first = `import { provide } from "trivet"\n`
  edit("src/main.ts", first, `import { registerSdk } from "./register-sdk.ts"\n${first}`)
  edit("src/main.ts", "const settings", `registerSdk(process.env["TRACES_URL"]!)\nconst settings`)
  const options = "src/site/site-options.ts"
  const types = "import { type AppOptions"
  edit(options, types, `import { telemetry } from "@trivet/telemetry"\n${types}`)
  edit(options, "    requestId(),", "    telemetry(),\n    requestId(),")
  edit("src/database/database-module.ts", "  migrateAtStart", "  logQueries: {},\n  migrateAtStart")
}
