import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { freePort } from "./free-port.ts"
import { untilOpen } from "./until-open.ts"

/** HAProxy on `deploy/haproxy.cfg`, before two ports of this machine. */
export class PrivateHaproxy {
  readonly url: string
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url
    this.#process = child
    this.#folder = folder
  }

  static async start(one: number, two: number): Promise<PrivateHaproxy> {
    const folder = mkdtempSync(join(tmpdir(), "trivet-haproxy-"))
    const port = await freePort()
    const file = join(folder, "haproxy.cfg")
    const written = readFileSync(join(import.meta.dirname, "../haproxy.cfg"), "utf8")
    const moved = written
      .replace("bind 127.0.0.1:8080", `bind 127.0.0.1:${port}`)
      .replace("127.0.0.1:3001", `127.0.0.1:${one}`)
      .replace("127.0.0.1:3002", `127.0.0.1:${two}`)
      .replaceAll("/run/haproxy.sock", join(folder, "socket"))
    writeFileSync(file, moved)
    const child = spawn("haproxy", ["-db", "-q", "-f", file], { stdio: ["ignore", "ignore", "inherit"] })
    await untilOpen(port, child, "haproxy")
    return new PrivateHaproxy(`http://127.0.0.1:${port}`, child, folder)
  }

  /** Gives a command to its socket for operators, and its answer. */
  async tell(command: string): Promise<string> {
    const socket = connect(join(this.#folder, "socket"))
    socket.end(`${command}\n`)
    return text(socket)
  }

  /** Whether the server of this name gets calls. */
  async isUp(server: "one" | "two"): Promise<boolean> {
    const line = (await this.tell("show stat")).split("\n").find((row) => row.startsWith(`app,${server},`))
    return line?.split(",")[17] === "UP"
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const gone = once(this.#process, "exit")
      this.#process.kill("SIGTERM")
      await gone
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
