import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** A program of `tests/programs` in a process of its own. */
export interface Program {
  readonly port: number
  stop(): Promise<void>
}

/** Starts a program and waits until it logs that it serves. `heard` gets each line of its log. */
export async function startProgram(
  name: string,
  port: number,
  variables: Readonly<Record<string, string>>,
  heard: (line: unknown) => void = () => undefined,
): Promise<Program> {
  const path = join(import.meta.dirname, "../programs", name)
  const child = spawn(process.execPath, ["--conditions=@trivet/source", path], {
    env: { ...process.env, PORT: String(port), ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const serving = Promise.withResolvers<void>()
  createInterface(child.stdout).on("line", (text) => {
    const line = JSON.parse(text) as { readonly msg?: string }
    heard(line)
    if (line.msg?.startsWith("listening") === true) serving.resolve()
  })
  child.on("exit", () => serving.reject(new Error(`${name} has ended`)))
  await serving.promise
  return {
    port,
    async stop() {
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      await gone
    },
  }
}
