import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { type ProxyProcess, startProxy } from "./proxy-process.ts"

const redirect = "    http-request redirect scheme https code 308 unless { ssl_fc }\n"

/** HAProxy on `deploy/haproxy.cfg`, before two ports of this machine. */
export class PrivateHaproxy {
  /** Its address over plain HTTP. */
  readonly url: string
  readonly process: ProxyProcess

  private constructor(process: ProxyProcess) {
    this.url = `http://127.0.0.1:${process.port}`
    this.process = process
  }

  /** With `changes`, other parts of the file are replaced too. Unless one of them is the redirect, plain HTTP is served. */
  static async start(
    one: number,
    two: number,
    changes: readonly (readonly [text: string, replacement: string])[] = [[redirect, ""]],
  ): Promise<PrivateHaproxy> {
    const process = await startProxy({
      name: "haproxy.cfg",
      replace: ({ port, tlsPort, folder, certificate, key }) => {
        const both = join(folder, "both.pem")
        writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"))
        return [
          ["127.0.0.1:8080", `127.0.0.1:${port}`],
          ["127.0.0.1:8443", `127.0.0.1:${tlsPort}`],
          ["127.0.0.1:3001", `127.0.0.1:${one}`],
          ["127.0.0.1:3002", `127.0.0.1:${two}`],
          ["/etc/haproxy/site.pem", both],
          ["/run/haproxy.sock", join(folder, "socket")],
          ...changes,
        ]
      },
      command: (file) => ["haproxy", "-db", "-q", "-f", file],
    })
    // Its ports are open a moment before.
    for (let tries = 0; !existsSync(join(process.folder, "socket")); tries++) {
      if (tries > 200) throw new Error("HAProxy has no socket for operators")
      await sleep(50)
    }
    return new PrivateHaproxy(process)
  }

  /** Gives a command to its socket for operators, and its answer. */
  async tell(command: string): Promise<string> {
    const socket = connect(join(this.process.folder, "socket"))
    socket.end(`${command}\n`)
    return text(socket)
  }

  /** Whether the server of this name gets calls. */
  async isUp(server: "one" | "two"): Promise<boolean> {
    const line = (await this.tell("show stat")).split("\n").find((row) => row.startsWith(`app,${server},`))
    return line?.split(",")[17] === "UP"
  }

  /** Waits until the server of this name gets calls. */
  async untilUp(server: "one" | "two"): Promise<void> {
    for (let tries = 0; !(await this.isUp(server)); tries++) {
      if (tries > 600) throw new Error(`HAProxy does not find ${server}`)
      await sleep(50)
    }
  }

  stop(): Promise<void> {
    return this.process.stop()
  }
}
