import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import type { Entry } from "../../inspect/find-entry.ts"
import {
  coarseGrowth,
  finestGrowth,
  type FuzzTarget,
  type Observation,
  type Replacement,
} from "../target/fuzz-target.ts"
import { type Explain, ProgramProcess } from "./program-process.ts"

/** Milliseconds that a program may take to start. */
const starting = 60_000

const thrownText: Explain = (report) =>
  report.kind === "broken"
    ? report.error.stack
    : report.faults.map(({ code, message, fix }) => `${code}: ${message}\n  fix: ${fix}`).join("\n\n")

/** Starts a program in its own process, on a free port. */
export async function startProgram(
  { file, folder }: Entry,
  explain: Explain = thrownText,
): Promise<FuzzTarget> {
  const closing = new AbortController()
  const start = (at: number) => ProgramProcess.start(file, at, starting, closing.signal, explain)
  const began = performance.now()
  let program = await start(await freePort())
  const startTime = performance.now() - began
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
    takeErrors: (call) => program.takeErrors(call),
    mailTo: (address, text) => program.mails.take(address, text),
    observe: async (isOn) => ((await program.ask({ kind: "observe", isOn })) ?? []) as readonly Observation[],
    ended: () => program.ended,
    startTime,
    leastGrowth: embedded ? coarseGrowth : finestGrowth,
    memory: async () => (await program.ask({ kind: "memory" })) as number | undefined,
    connections: async () => Number((await program.ask({ kind: "connections" })) ?? 0),
    restart: async () => {
      await program.stop(1_000)
      program = await start(port)
    },
    replace: async (milliseconds): Promise<Replacement> => {
      const old = program
      const took = await old.stop(milliseconds)
      program = await start(port)
      return { took, outcome: old.outcome ?? 0, accepted: old.accepted }
    },
    close: async () => {
      await program.stop(5_000)
      // A call in progress may have restarted it.
      closing.abort()
    },
  }
}

/**
 * A free port below the ephemeral range: while the program restarts, an outgoing connection could otherwise get its
 * port.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((give) => {
    const server = createServer().on("error", () => give(false))
    server.listen(port, "127.0.0.1", () => server.close(() => give(true)))
  })
}
