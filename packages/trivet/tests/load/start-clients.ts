import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** What clients in a process of their own do: calls of one path, so many, from one loopback address. */
export interface ClientPlan {
  readonly port: number
  readonly path: string
  readonly count: number
  readonly perSecond: number
  readonly address: string
  /** `hold` never reads a byte of the reply. */
  readonly kind: "hold" | "read"
}

/** Clients that run. */
export interface RunningClients {
  /** How many replies came, by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** How many connections the server closed without a reply. */
  readonly closed: number
  end(): void
}

/** Starts clients in a process of their own: what they do costs this one nothing. */
export function startClients(plan: ClientPlan): RunningClients {
  const { port, path, count, perSecond, address, kind } = plan
  const file = join(import.meta.dirname, "programs/clients.ts")
  const words = [port, path, count, perSecond, address, kind].map(String)
  const child = spawn(process.execPath, [file, ...words], { stdio: ["pipe", "pipe", "inherit"] })
  const statuses: Record<number, number> = {}
  let closed = 0
  createInterface(child.stdout).on("line", (line) => {
    const event = JSON.parse(line) as { readonly status?: number; readonly closed?: boolean }
    if (event.status !== undefined) statuses[event.status] = (statuses[event.status] ?? 0) + 1
    else if (event.closed === false) closed++
  })
  return {
    statuses,
    get closed() {
      return closed
    },
    end: () => void child.kill("SIGKILL"),
  }
}
