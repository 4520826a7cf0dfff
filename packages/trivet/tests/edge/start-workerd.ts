import type { Readable } from "node:stream"
import { createInterface } from "node:readline"
import { Miniflare } from "miniflare"
import { bundle } from "../../../../scripts/packages/packed/bundle.ts"
import { packedFolder } from "../../../../scripts/packages/packed/packed-folder.ts"

/** The newest behaviour that the tests ask workerd for. */
export const compatibilityDate = "2026-07-01"

/** What the configuration of a Worker gives it. Miniflare's own types need packages that are not installed. */
export interface WorkerSettings {
  readonly bindings?: Readonly<Record<string, string | number>>
  readonly compatibilityFlags?: readonly string[]
  readonly kvNamespaces?: readonly string[]
  readonly workerLoaders?: Readonly<Record<string, object>>
}

/** A Worker: its settings, and the file that has the handler as `default`. */
export interface Worker extends WorkerSettings {
  readonly file: string
}

/** Workers that are served by workerd. */
export interface Workerd {
  /** The port of workerd's own socket, by the name of a Worker. */
  readonly ports: Readonly<Record<string, number>>
  /** What they have written so far, by lines. */
  readonly lines: readonly string[]
  stop(): Promise<void>
}

/** Bundles Workers against the packed packages, and serves them. */
export async function startWorkers(workers: Readonly<Record<string, Worker>>): Promise<Workerd> {
  const scripts = new Map<string, string>()
  for (const { file } of Object.values(workers))
    if (!scripts.has(file)) scripts.set(file, await bundleWorker(file))
  const bundled = Object.entries(workers).map(
    ([name, { file, ...options }]) => [name, { ...options, script: scripts.get(file)! }] as const,
  )
  return startWorkerd(Object.fromEntries(bundled))
}

/**
 * Serves Workers, each by workerd on a port of its own. Miniflare, which starts it, has a server in front that reads and
 * writes requests anew; these sockets are workerd's own.
 */
export async function startWorkerd(
  workers: Readonly<Record<string, WorkerSettings & { readonly script: string }>>,
): Promise<Workerd> {
  const lines: string[] = []
  const miniflare = new Miniflare({
    // Without it Miniflare would ask a server of Cloudflare where this machine is.
    cf: false,
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      keepLines(stdout, lines)
      keepLines(stderr, lines)
    },
    workers: Object.entries(workers).map(([name, options]) => ({
      ...options,
      name,
      modules: true,
      compatibilityDate,
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    })),
  })
  const ports: Record<string, number> = {}
  for (const name of Object.keys(workers))
    ports[name] = Number((await miniflare.unsafeGetDirectURL(name)).port)
  return { ports, lines, stop: () => miniflare.dispose() }
}

/** The bundle of a Worker, as its users would deploy it. */
export async function bundleWorker(file: string): Promise<string> {
  const folder = await packedFolder("trivet", "@trivet/openapi")
  const { code, imports } = await bundle(
    { code: `export { default } from ${JSON.stringify(file)}`, folder },
    { format: "esm" },
  )
  const node = imports.filter((name) => name.startsWith("node:") && name !== "node:async_hooks")
  if (node.length > 0) throw new Error(`${file} needs ${node.join(", ")}`)
  return code
}

function keepLines(stream: Readable, lines: string[]): void {
  createInterface(stream).on("line", (line) => lines.push(line))
}
