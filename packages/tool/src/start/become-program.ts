import { spawn } from "node:child_process"

/**
 * Turns this process into another run of Node: same id, same terminal, same signals, no process between the application
 * and who started it. Where the system cannot do that (Windows) the other run is a child, whose exit code becomes this one's.
 */
export function becomeProgram(args: readonly string[], env: NodeJS.ProcessEnv): Promise<never> {
  if (process.platform !== "win32" && process.execve !== undefined)
    return process.execve(process.execPath, [process.execPath, ...args], env)
  return new Promise((_, fail) => {
    const child = spawn(process.execPath, args, { env, stdio: "inherit" })
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => child.kill(signal))
    child.on("error", fail).on("exit", (code) => process.exit(code ?? 1))
  })
}
