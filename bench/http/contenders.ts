/** The servers on Node, by the names that `--servers` takes. */
export const nodeServers = [
  "bare",
  "bare-optimized",
  "trivet",
  "trivet-accepts",
  "fastify",
  "hono",
  "h3",
  "express",
  "nest",
] as const

/** `node:http` by hand: with Node's defaults, and with the option that every other server has. */
export const baselines: readonly string[] = ["bare", "bare-optimized"]

/** The servers on Bun. */
export const bunServers = ["bare", "trivet", "elysia", "hono"] as const

/** Which program runs the servers. */
export type Runtime = "node" | "bun"

/** Those of them that stand for an application with 1,000 routes. */
export const productionServers: readonly string[] = nodeServers.filter((name) => name !== "trivet-accepts")

/** The servers that a runtime has. */
export function serversOf(runtime: Runtime): readonly string[] {
  return runtime === "bun" ? bunServers : nodeServers
}
