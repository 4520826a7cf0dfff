// Runs in the application's process: it must import nothing of the framework.
import { connect, type Server, type Socket } from "node:net"

/** How long a server may take to accept a connection that the system has established, in milliseconds. */
const patience = 1_000

/**
 * Who answers at an address: this server, another program that holds the same port at that address, or nobody. The
 * system lets two programs have one port where one of them listens at a single address.
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
