import { toFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { createConformanceApp, type Make, makes } from "./app.ts"

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

// Serves both makes on ports that the system chooses, and prints them: `node serve.ts`, `bun serve.ts`, `deno run serve.ts`.
const { Bun, Deno } = globalThis as unknown as Runtimes

async function listen(make: Make): Promise<number> {
  const app = await createConformanceApp(make)
  if (Bun !== undefined) return Bun.serve({ port: 0, fetch: toFetch(app) }).port
  if (Deno !== undefined) return Deno.serve({ port: 0, onListen: () => undefined }, toFetch(app)).addr.port
  return (await serve(app, { port: 0, lead: 0 })).port
}

const ports: Partial<Record<Make, number>> = {}
for (const make of makes) ports[make] = await listen(make)
console.log(JSON.stringify(ports))
