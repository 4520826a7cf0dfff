import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createCertificate } from "./certificate.ts"
import { freePort } from "../../scripts/suite/free-port.ts"
import { untilOpen } from "./until-open.ts"

/** A proxy in a process of its own. */
export interface ProxyProcess {
  /** Where it speaks plain HTTP, and where TLS. */
  readonly port: number
  readonly tlsPort: number
  readonly pid: number
  /** The certificate that it shows. */
  readonly certificate: string
  /** What is written for this proxy alone. */
  readonly folder: string
  stop(): Promise<void>
}

/** How a proxy is started: its file in `deploy`, what in it is replaced, and the command. */
export interface ProxyFile {
  readonly name: string
  /** Texts of the file and what takes their place. Each must be there. */
  replace(to: {
    readonly port: number
    readonly tlsPort: number
    readonly folder: string
    readonly certificate: string
    readonly key: string
  }): readonly (readonly [text: string, replacement: string])[]
  command(file: string): readonly [program: string, ...args: string[]]
}

/** Starts a proxy on its file, with ports, folders and a certificate of its own. */
export async function startProxy(proxy: ProxyFile): Promise<ProxyProcess> {
  const folder = mkdtempSync(join(tmpdir(), "trivet-proxy-"))
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755)
  const { certificate, key } = createCertificate(folder)
  const [port, tlsPort] = [await freePort(), await freePort()]
  let text = readFileSync(join(import.meta.dirname, "..", proxy.name), "utf8")
  for (const [old, replacement] of proxy.replace({ port, tlsPort, folder, certificate, key })) {
    if (!text.includes(old)) throw new Error(`${proxy.name} does not contain: ${old}`)
    text = text.replaceAll(old, replacement)
  }
  const file = join(folder, proxy.name)
  writeFileSync(file, text)
  const [program, ...args] = proxy.command(file)
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] })
  await untilOpen(port, child, program)
  return {
    port,
    tlsPort,
    pid: child.pid!,
    certificate: readFileSync(certificate, "utf8"),
    folder,
    stop: async () => {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill("SIGTERM")
  await gone
}
