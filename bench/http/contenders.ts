/** The servers on Node, by the names that `--servers` takes. */
export const nodeServers = [
  "bare",
  "trivet",
  "trivet-accepts",
  "fastify",
  "hono",
  "h3",
  "express",
  "nest",
] as const

/** The servers on Bun. */
export const bunServers = ["bare", "trivet", "elysia", "hono"] as const

/** Which program runs the servers. */
export type Runtime = "node" | "bun"

/** The servers that a runtime has. */
export function serversOf(runtime: Runtime): readonly string[] {
  return runtime === "bun" ? bunServers : nodeServers
}
