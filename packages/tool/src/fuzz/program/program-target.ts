import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import type { Entry } from "../../inspect/find-entry.ts"
import { coarseGrowth, finestGrowth, type FuzzTarget, type Replacement } from "../fuzz-target.ts"
import { ProgramProcess } from "./program-process.ts"

/** Milliseconds that a program may take to start. */
const starting = 60_000

/** A program that runs in a process of its own, on a free port. */
export async function startProgram({ file, folder }: Entry): Promise<FuzzTarget> {
  let program = await ProgramProcess.start(file, await freePort(), starting)
  const { port, routes, secrets, embedded } = program
  return {
    port,
    folder,
    routes,
    secrets,
    check: async (route, status, body) => {
      const { method, path } = route
      return (await program.ask({ kind: "check", route: { method, path }, status, body })) as
        | string
        | undefined
    },
    takeErrors: () => program.errors.splice(0),
    ended: () =>
      program.outcome === undefined
        ? program.fatal
        : (program.fatal ??
          `it ended with ${program.outcome}. It printed:\n${program.printed.slice(-1_500)}`),
    leastGrowth: embedded ? coarseGrowth : finestGrowth,
    memory: async () => (await program.ask({ kind: "memory" })) as number | undefined,
    connections: async () => Number((await program.ask({ kind: "connections" })) ?? 0),
    restart: async () => {
      await program.stop(1_000)
      program = await ProgramProcess.start(file, port, starting)
    },
    replace: async (): Promise<Replacement> => {
      const old = program
      const took = await old.stop()
      program = await ProgramProcess.start(file, port, starting)
      return { took, outcome: old.outcome ?? 0, accepted: old.accepted }
    },
    close: async () => {
      await program.stop(5_000)
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((give, fail) => {
    const server = createServer().on("error", fail)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => give(port))
    })
  })
}
