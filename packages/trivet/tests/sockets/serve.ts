import type { App } from "trivet"
import { bunSockets, toFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { createSocketApp } from "./app.ts"

/** The little of Bun and Deno that is called here. Their own types would take the place of Node's. */
interface Runtimes {
  readonly Bun?: {
    serve(options: { port: number; fetch: ReturnType<typeof toFetch>; websocket: typeof bunSockets }): {
      readonly port: number
    }
  }
  readonly Deno?: {
    serve(
      options: { port: number; onListen: () => void },
      handler: ReturnType<typeof toFetch>,
    ): { readonly addr: { readonly port: number } }
  }
}

const { Bun, Deno } = globalThis as unknown as Runtimes

async function listen(app: App): Promise<number> {
  if (Bun !== undefined) return Bun.serve({ port: 0, fetch: toFetch(app), websocket: bunSockets }).port
  if (Deno !== undefined) return Deno.serve({ port: 0, onListen: () => undefined }, toFetch(app)).addr.port
  return (await serve(app, { port: 0, signals: false, drainDelay: 0 })).port
}

// Prints its port, and stops the application when its input ends.
const app = await createSocketApp()
console.log(JSON.stringify({ port: await listen(app) }))
process.stdin.resume()
process.stdin.once("end", () => void app.stop())
