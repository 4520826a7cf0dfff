import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../scripts/suite/free-port.ts"
import { untilOpen } from "./until-open.ts"

/** PgBouncer on `deploy/pgbouncer.ini`, with ports and folders of its own. */
export class PrivatePgBouncer {
  readonly url: string
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url
    this.#process = child
    this.#folder = folder
  }

  /** Starts it before the database of this URL. */
  static async start(database: string): Promise<PrivatePgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), "trivet-pgbouncer-"))
    chmodSync(folder, 0o777)
    const port = await freePort()
    const { hostname, port: behind, pathname, username } = new URL(database)
    const name = pathname.slice(1)
    const ini = readFileSync(join(import.meta.dirname, "../pgbouncer.ini"), "utf8")
      .replace(
        "host=127.0.0.1 port=5432 dbname=app user=app",
        `host=${hostname} port=${behind} dbname=${name} user=${username}`,
      )
      .replace("listen_port = 6432", `listen_port = ${port}`)
      .replaceAll("/var/run/postgresql", folder)
    writeFileSync(join(folder, "pgbouncer.ini"), ini)
    const child = spawn("setpriv", [...notRoot(), "pgbouncer", "-q", join(folder, "pgbouncer.ini")], {
      stdio: ["ignore", "ignore", "inherit"],
    })
    await untilOpen(port, child, "pgbouncer")
    return new PrivatePgBouncer(`postgres://${username}@127.0.0.1:${port}/app`, child, folder)
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const gone = once(this.#process, "exit")
      this.#process.kill("SIGINT")
      await gone
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** PgBouncer refuses to run as root. */
function notRoot(): readonly string[] {
  return process.getuid?.() === 0 ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
}
