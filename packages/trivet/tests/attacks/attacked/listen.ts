import type { App } from "../../../src/index.ts"

/** The little of Bun and Deno that is called here. Their own types would take the place of Node's. */
interface Runtimes {
  readonly Bun?: {
    serve(options: { port: number; hostname: string; fetch: unknown }): { readonly port: number }
  }
  readonly Deno?: {
    serve(
      options: { port: number; hostname: string; onListen: () => void },
      handler: unknown,
    ): { readonly addr: { readonly port: number } }
  }
}

/** Serves the application as its runtime does it best, and gives the port. */
export async function listen(app: App): Promise<number> {
  const { Bun, Deno } = globalThis as unknown as Runtimes
  if (Bun !== undefined) {
    const { toFetch } = await import("../../../src/fetch.ts")
    return Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: toFetch(app) }).port
  }
  if (Deno !== undefined) {
    const { toFetch } = await import("../../../src/fetch.ts")
    const options = { port: 0, hostname: "127.0.0.1", onListen: () => undefined }
    return Deno.serve(options, toFetch(app)).addr.port
  }
  const { serve } = await import("../../../src/node.ts")
  // On a machine that others use too, shedding load would answer in the place of what is attacked.
  return (await serve(app, { port: 0, host: "127.0.0.1", overload: false })).port
}
