import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** Waits until a program listens on a port of this machine. Raises an error when it ends before. */
export async function untilOpen(port: number, program: ChildProcess, name: string): Promise<void> {
  let failure: Error | undefined
  program.once("error", (error) => (failure = error))
  for (let tries = 0; tries < 400; tries++) {
    if (failure !== undefined) throw failure
    if (program.exitCode !== null)
      throw new Error(`${name} ended with ${program.exitCode} before it listened`)
    const socket = connect(port, "127.0.0.1")
    const open = await once(socket, "connect").then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await sleep(50)
  }
  throw new Error(`${name} does not listen on port ${port}`)
}
