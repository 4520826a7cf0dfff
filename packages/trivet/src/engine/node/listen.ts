import type { Server } from "node:http"
import { Fault } from "../../fault/fault.ts"
import { printedFault } from "../../fault/printed-fault.ts"
import { faultOfListening } from "./connection/fault-of-listening.ts"

/** Where to listen. */
export interface Place {
  readonly port?: number
  readonly host?: string
}

/**
 * Listens. An error of the operating system becomes a fault that says what to do. `where` is the source location that
 * called `serve()`.
 */
export function listen(
  server: Server,
  { port = 3000, host }: Place,
  where: string | undefined,
): Promise<void> {
  return new Promise((ready, reject) => {
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return reject(badPort(port, where))
    const fail = (error: NodeJS.ErrnoException) => reject(faultOfListening(error, { port, host }, where))
    server.once("error", fail)
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      server.off("error", fail)
      ready()
    })
  })
}

function badPort(port: number, where: string | undefined): Fault {
  const hint = Number.isNaN(port) ? ", as a text that is no number becomes" : ""
  const reason = `its \`port\` is ${port}${hint}, not a whole number from 0 to 65535`
  return printedFault(new Fault("OPTION_INVALID", { what: "`serve()`", reason }, { where }))
}
