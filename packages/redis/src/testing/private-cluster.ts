import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { slotCount } from "../connection/hash-slot.ts"
import { freePort, newClient, PrivateRedis } from "./private-redis.ts"

/**
 * A Redis cluster of three masters for one test, which may stop its nodes. It needs the program `redis-server`.
 *
 * @example
 * ```ts
 * import { PrivateCluster } from "@trivet/redis/testing"
 *
 * const cluster = await PrivateCluster.start()
 * console.log(cluster.url) // redis-cluster://127.0.0.1:…,127.0.0.1:…,127.0.0.1:…
 * await cluster.nodes[0]?.stop()
 * // Test what the application does without this node.
 * await cluster.stop()
 * ```
 */
export class PrivateCluster {
  /** The nodes: three masters, then replicas. */
  readonly nodes: PrivateRedis[]
  readonly #folder: string

  private constructor(nodes: PrivateRedis[], folder: string) {
    this.nodes = nodes
    this.#folder = folder
  }

  /** Starts a cluster and waits until it is ready. A node counts as failed after `nodeTimeout` ms. Default: 60,000. */
  static async start(nodeTimeout = 60_000): Promise<PrivateCluster> {
    const folder = await mkdtemp(join(tmpdir(), "redis-cluster-"))
    const nodes = await Promise.all([0, 1, 2].map((at) => startNode(folder, at, nodeTimeout)))
    const own = new PrivateCluster(nodes, folder)
    try {
      await own.#join()
    } catch (error) {
      await own.stop()
      throw error
    }
    return own
  }

  /** The address of the cluster, for `RedisConnection`. */
  get url(): string {
    return `redis-cluster://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}`
  }

  /** Sends a command to the node at this index of `nodes`, whatever its slots are. */
  async tell<Reply = unknown>(at: number, ...command: readonly string[]): Promise<Reply> {
    const client = newClient({ url: this.nodes[at]!.url, socket: { reconnectStrategy: false } })
    client.on("error", () => undefined)
    try {
      await client.connect()
      return await client.sendCommand<Reply>(command)
    } finally {
      client.destroy()
    }
  }

  /** Adds a replica of the node at this index, and waits until it has all data and all nodes know it. */
  async addReplicaOf(at: number): Promise<void> {
    const own = this.nodes.length
    this.nodes.push(await startNode(this.#folder, own, 60_000))
    await this.#introduce(own)
    for (const known of this.nodes.keys())
      await until(async () =>
        (await this.tell<string>(known, "CLUSTER", "INFO")).includes(`cluster_known_nodes:${own + 1}`),
      )
    await this.tell(own, "CLUSTER", "REPLICATE", await this.tell<string>(at, "CLUSTER", "MYID"))
    await until(async () =>
      (await this.tell<string>(own, "INFO", "replication")).includes("master_link_status:up"),
    )
  }

  /** Stops all nodes and deletes their data. */
  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()))
    await rm(this.#folder, { recursive: true })
  }

  async #join(): Promise<void> {
    const share = Math.ceil(slotCount / this.nodes.length)
    for (const at of this.nodes.keys()) {
      const last = Math.min((at + 1) * share, slotCount) - 1
      await this.tell(at, "CLUSTER", "ADDSLOTSRANGE", String(at * share), String(last))
      await this.tell(at, "CLUSTER", "SET-CONFIG-EPOCH", String(at + 1))
      if (at > 0) await this.#introduce(at)
    }
    for (const at of this.nodes.keys())
      await until(async () => (await this.tell<string>(at, "CLUSTER", "INFO")).includes("cluster_state:ok"))
  }

  async #introduce(at: number): Promise<void> {
    const bus = /@(\d+)/.exec(await this.tell<string>(at, "CLUSTER", "NODES"))![1]!
    await this.tell(0, "CLUSTER", "MEET", "127.0.0.1", String(this.nodes[at]!.port), bus)
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo()) return
    await sleep(25)
  }
  throw new Error("the cluster did not come together")
}

async function startNode(folder: string, at: number, timeout: number): Promise<PrivateRedis> {
  const options = {
    "cluster-enabled": "yes",
    "cluster-config-file": `${at}.conf`,
    "cluster-port": String(await freePort()),
    "cluster-node-timeout": String(timeout),
    "repl-diskless-sync-delay": "0",
    dir: folder,
  }
  return PrivateRedis.start(Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]))
}
