import { subscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"

/** What the attacked application did, as the attacker's side asks for it. */
export interface Counts {
  /** Handlers behind the guard that were called. */
  handled: number
  /** Calls that the guard let pass. */
  passed: number
  /** Passwords that were hashed. */
  hashes: number
  /** Queries that reached the store. */
  queries: number
  /** Calls at `/framed` that were carried out, their body read. */
  framed: number
  /** Calls that hid behind others and were carried out. */
  hidden: number
  /** Lines of the log that are errors. */
  errors: number
  /** What was stored. */
  readonly stored: object[]
}

/** The counts of this process. */
export const counts: Counts = {
  handled: 0,
  passed: 0,
  hashes: 0,
  queries: 0,
  framed: 0,
  hidden: 0,
  errors: 0,
  stored: [],
}

const received = new Map<number, number>()

// Counted where the socket hands bytes to the parser: what the system still buffers was never accepted.
subscribe("net.server.socket", (message) => {
  const { socket } = message as { socket: Socket }
  const port = socket.remotePort!
  socket.once("close", () => received.set(port, socket.bytesRead))
})

/** How many bytes were read from the connection that came from a port; `undefined` while it is open. */
export function receivedFrom(port: number): number | undefined {
  return received.get(port)
}

const builtIn = [Object, Array, Function, String, Number, Boolean, Map, Promise, Error]

/** All names on the prototypes that a careless merge can reach. */
export function prototypeNames(): string {
  return builtIn
    .map(
      ({ name, prototype }) =>
        `${name}: ${Reflect.ownKeys(prototype as object)
          .map(String)
          .join(" ")}`,
    )
    .join("\n")
}
