import { spawn } from "node:child_process"

/**
 * Replaces this process with another run of Node: same id, same terminal, same signals, and no process between the
 * application and its parent. Where that is not supported (Windows), the other run is a child, whose exit code is
 * passed on.
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
