// Runs in the application's process, so it must not import the framework.
import { connect, type Server, type Socket } from "node:net"

/**
 * How often it is looked whether a connection was accepted, and how many milliseconds are between two looks. Time in
 * which this process is too busy to accept anything, as while it starts, counts as one look.
 */
const patience = { looks: 10, pause: 100 } as const

/**
 * Which program answers at an address: this server, another one on the same port, or none. The system allows two
 * programs on one port if one of them listens on a single address.
 */
export function whoAnswers(server: Server, host: string, port: number): Promise<"own" | "other" | "nobody"> {
  return new Promise((tell) => {
    const accepted = new Set<number | undefined>()
    let local: number | undefined
    const look = () => {
      if (local !== undefined && accepted.has(local)) end("own")
    }
    const note = (socket: Socket) => {
      accepted.add(socket.remotePort)
      look()
    }
    const client = connect({ host, port })
    const end = (who: "own" | "other" | "nobody") => {
      clearInterval(timer)
      server.off("connection", note)
      client.destroy()
      tell(who)
    }
    let looks = 0
    const timer = setInterval(() => {
      if (++looks > patience.looks) end(local === undefined ? "nobody" : "other")
    }, patience.pause)
    server.on("connection", note)
    client.on("connect", () => {
      local = client.localPort
      look()
    })
    client.on("error", () => end(local === undefined ? "nobody" : "other"))
  })
}
