import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** A real provider (`oidc-provider`) in a process of its own. */
export interface RealProvider {
  readonly issuer: string
  stop(): Promise<void>
}

/** Starts it for one client, which may be sent back to `callback` alone. */
export async function startProvider(callback: string): Promise<RealProvider> {
  const program = fileURLToPath(new URL("provider-process.ts", import.meta.url))
  const child = spawn(process.execPath, ["--no-warnings", program], {
    env: { ...process.env, CALLBACK: callback },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  const printed = once(child.stdout, "data") as Promise<[Buffer]>
  const [issuer] = /^http\S+/.exec(String(await Promise.race([printed, ended]))) ?? []
  if (issuer === undefined) throw new Error("oidc-provider did not start")
  return {
    issuer,
    async stop() {
      child.kill()
      await ended
    },
  }
}
