// Runs in the application's process, so it must not import the framework.
import { connect, type Server, type Socket } from "node:net"

/** How long a server may take to accept an established connection, in milliseconds. */
const patience = 1_000

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
      clearTimeout(timer)
      server.off("connection", note)
      client.destroy()
      tell(who)
    }
    const timer = setTimeout(() => end(local === undefined ? "nobody" : "other"), patience)
    server.on("connection", note)
    client.on("connect", () => {
      local = client.localPort
      look()
    })
    client.on("error", () => end(local === undefined ? "nobody" : "other"))
  })
}
