// Runs in the application's process, before its entry file, while it is developed. It must import nothing of the
// framework: a second copy beside the application's own would be a fault.
import { subscribe } from "node:diagnostics_channel"
import type { AddressInfo, Server } from "node:net"
import type { AppDescription } from "trivet"
import { noteImports, serializeFailure } from "../inspect/serialize-failure.ts"
import { endWithParent } from "../start/end-with-parent.ts"
import { type DevMessage, devVariable } from "./dev-message.ts"
import { devRoutes } from "./dev-routes.ts"
import { allowedHosts, guardHosts } from "./guard-host.ts"

readEnvironmentFile()
// In workers of the program too.
if (process.env[devVariable] !== undefined) guardHosts(process.env[allowedHosts] ?? "")
if (process.env[devVariable] === String(process.ppid)) await watch()

async function watch(): Promise<void> {
  const imports = noteImports()
  endWithParent()
  // The tool's pipe alone must not keep a program running that has nothing more to do.
  process.channel?.unref()
  // What fails before the program serves is told by the tool; afterwards it is the program's own business.
  const fail = (error: unknown) => {
    tell({ kind: "failed", report: serializeFailure(error, imports) }, () => process.exit(1))
  }
  process.on("uncaughtException", fail)
  const listening = ({ port, address }: Pick<AddressInfo, "port" | "address">) => {
    process.off("uncaughtException", fail)
    const isAny = address === "::" || address === "0.0.0.0" || address === "::1" || address === "127.0.0.1"
    const host = isAny ? "localhost" : address.includes(":") ? `[${address}]` : address
    tell({ kind: "listening", url: `http://${host}:${port}` })
  }
  Object.assign(globalThis, {
    [Symbol.for("trivet.watch")]: (describe: () => AppDescription) =>
      tell({ kind: "routes", routes: devRoutes(describe()) }),
  })
  subscribe("tracing:net.server.listen:asyncEnd", (message) => {
    const address = (message as { readonly server: Server }).server.address()
    if (typeof address === "object" && address !== null) listening(address)
  })
  // With workers this process listens nowhere itself.
  const { default: cluster } = await import("node:cluster")
  cluster.once("listening", (_, { port, address }) => listening({ port, address: address ?? "::" }))
}

function tell(message: DevMessage, sent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent()
}

/** As the framework's own `config()` does, for programs that do not call it. What is set already stays. */
function readEnvironmentFile(): void {
  const { NODE_ENV: mode } = process.env
  if (mode === "production" || mode === "test") return
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
}
