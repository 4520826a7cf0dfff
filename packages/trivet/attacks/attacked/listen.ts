import type { App } from "../../src/index.ts"

/** The little of Bun that is called here. Its own types would take the place of Node's. */
interface Runtime {
  readonly Bun?: {
    serve(options: { port: number; hostname: string; fetch: unknown }): { readonly port: number }
  }
}

/** Serves the application as its runtime does it best, and gives the port. */
export async function listen(app: App): Promise<number> {
  const { Bun } = globalThis as unknown as Runtime
  if (Bun !== undefined) {
    const { toFetch } = await import("../../src/fetch.ts")
    return Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: toFetch(app) }).port
  }
  const { serve } = await import("../../src/node.ts")
  // On a machine that others use too, shedding load would answer in the place of what is attacked.
  return (await serve(app, { port: 0, host: "127.0.0.1", overload: false })).port
}
