import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { App } from "trivet"
import { toFetch } from "trivet/fetch"
import { serve, toNode } from "trivet/node"

/** The little of Bun and Deno that is called here. Their own types would take the place of Node's. */
interface Runtimes {
  readonly Bun?: {
    serve(options: { port: number; fetch: ReturnType<typeof toFetch> }): { readonly port: number }
  }
  readonly Deno?: {
    serve(
      options: { port: number; onListen: () => void },
      handler: ReturnType<typeof toFetch>,
    ): { readonly addr: { readonly port: number } }
  }
}

const { Bun, Deno } = globalThis as unknown as Runtimes

/** Serves an application by the runtime's own server, on a port that the system chooses. */
export async function listen(app: App): Promise<number> {
  if (Bun !== undefined) return Bun.serve({ port: 0, fetch: toFetch(app) }).port
  if (Deno !== undefined) return Deno.serve({ port: 0, onListen: () => undefined }, toFetch(app)).addr.port
  return (await serve(app, { port: 0, drainDelay: 0 })).port
}

/** Serves an application by a server of Node that is not Trivet's. */
export function listenPlainly(app: App): Promise<number> {
  const server = createServer(toNode(app))
  return new Promise((give) => server.listen(0, () => give((server.address() as AddressInfo).port)))
}
