import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { freePort } from "../../scripts/suite/free-port.ts"

/** Whether Patroni and etcd are installed here: Debian's packages `patroni` and `etcd-server`, without what they recommend. */
export const hasPatroni: boolean = ["/usr/bin/patroni", "/usr/bin/etcd"].every((path) => existsSync(path))

/** A member of the cluster, as Patroni reports it. */
interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

interface Node {
  readonly name: string
  readonly host: string
  readonly folder: string
  process: ChildProcess | undefined
}

/** Three PostgreSQL servers with synchronous replication, of which Patroni and etcd make one the primary. */
export class PrivatePatroni {
  readonly #folder = mkdtempSync(join(tmpdir(), "trivet-patroni-"))
  readonly #nodes: Node[] = []
  readonly #children: ChildProcess[] = []
  #port = 0
  #api = 0

  private constructor() {}

  /** Starts the three, and waits until there is a primary with a synchronous standby. */
  static async start(): Promise<PrivatePatroni> {
    const cluster = new PrivatePatroni()
    await cluster.#start()
    return cluster
  }

  async #start(): Promise<void> {
    const { uid, gid } = userPostgres()
    chownSync(this.#folder, uid, gid)
    this.#port = await freePort()
    this.#api = await freePort()
    const [client, peer] = [await freePort(), await freePort()]
    const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
    const options = {
      "data-dir": join(this.#folder, "etcd"),
      "initial-cluster": `default=${peers}`,
      "listen-client-urls": clients,
      "advertise-client-urls": clients,
      "listen-peer-urls": peers,
      "initial-advertise-peer-urls": peers,
    }
    this.#spawn(
      "etcd",
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    )
    await sleep(1_000)
    for (const at of [1, 2, 3]) {
      const folder = join(this.#folder, `n${at}`)
      mkdirSync(folder)
      chownSync(folder, uid, gid)
      const node = { name: `n${at}`, host: `127.0.0.1${at}`, folder, process: undefined }
      writeFileSync(join(folder, "patroni.json"), JSON.stringify(this.#settingsOf(node, client)))
      this.#nodes.push(node)
      this.#startNode(node)
    }
    await this.healthy()
  }

  #settingsOf({ name, host, folder }: Node, etcd: number): object {
    return {
      scope: "trivet",
      name,
      restapi: { listen: `${host}:${this.#api}`, connect_address: `${host}:${this.#api}` },
      etcd3: { host: `127.0.0.1:${etcd}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 1,
          retry_timeout: 5,
          maximum_lag_on_failover: 1_048_576,
          primary_start_timeout: 0,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 60, shared_buffers: "32MB", wal_keep_size: "128MB" },
          },
        },
        initdb: [{ encoding: "UTF8" }, "data-checksums", { auth: "trust" }],
        pg_hba: ["host all all 127.0.0.0/8 trust", "host replication all 127.0.0.0/8 trust"],
      },
      postgresql: {
        listen: `${host}:${this.#port}`,
        connect_address: `${host}:${this.#port}`,
        data_dir: join(folder, "data"),
        bin_dir: dirname(globSync("/usr/lib/postgresql/*/bin/initdb").toSorted().at(-1) ?? ""),
        pgpass: join(folder, "pgpass"),
        authentication: {
          superuser: { username: "postgres" },
          replication: { username: "replicator" },
          rewind: { username: "rewinder" },
        },
        parameters: { unix_socket_directories: folder },
      },
    }
  }

  /** The URL with all three hosts, in an order that tells nothing of which is the primary. */
  get url(): string {
    const hosts = this.#nodes.map(({ host }) => `${host}:${this.#port}`).join()
    return `postgres://postgres@${hosts}/postgres`
  }

  /** Waits until all three run, one of them as a synchronous standby. Returns the name of the primary. */
  async healthy(): Promise<string> {
    const until = performance.now() + 120_000
    for (;;) {
      const members = await this.#members()
      const running = members.filter(({ state }) => state === "running" || state === "streaming")
      const leader = members.find(({ role }) => role === "leader")
      const hasStandby = members.some(({ role }) => role === "sync_standby")
      if (running.length === 3 && leader !== undefined && hasStandby) return leader.name
      if (performance.now() > until) throw new Error(`the cluster is not healthy: ${JSON.stringify(members)}`)
      await sleep(250)
    }
  }

  /** Asks Patroni to make the synchronous standby the primary. */
  async switchOver(): Promise<void> {
    const leader = await this.healthy()
    const standby = (await this.#members()).find(({ role }) => role === "sync_standby")!.name
    const reply = await fetch(`http://${this.#node(leader).host}:${this.#api}/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader, candidate: standby }),
    })
    if (!reply.ok) throw new Error(`switchover: ${reply.status} ${await reply.text()}`)
  }

  /** Kills the primary's server with SIGKILL, and Patroni beside it if `all` is true. `restart()` brings that back. */
  async kill({ all = false } = {}): Promise<() => void> {
    const node = this.#node(await this.healthy())
    if (all) node.process!.kill("SIGKILL")
    const [pid = ""] = readFileSync(join(node.folder, "data/postmaster.pid"), "utf8").split("\n")
    process.kill(Number(pid), "SIGKILL")
    return () => {
      if (all) this.#startNode(node)
    }
  }

  /** The host that takes writes now; `undefined` while there is none. */
  async findPrimary(): Promise<string | undefined> {
    for (const { host } of this.#nodes) {
      const rows = await this.#query<{ r: boolean }>(host, "select pg_is_in_recovery() as r").catch(() => [])
      if (rows[0]?.r === false) return host
    }
    return undefined
  }

  /** Runs a statement on the primary. */
  async query<Row extends object>(text: string): Promise<Row[]> {
    const host = await this.findPrimary()
    if (host === undefined) throw new Error("there is no primary")
    return this.#query<Row>(host, text)
  }

  /** Stops everything and deletes the data. */
  async remove(): Promise<void> {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      await Promise.race([gone, sleep(20_000).then(() => child.kill("SIGKILL"))])
    }
    // A server whose Patroni was killed outlives it.
    for (const { folder } of this.#nodes) {
      const file = join(folder, "data/postmaster.pid")
      if (existsSync(file)) killIfThere(Number(readFileSync(file, "utf8").split("\n")[0]))
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #startNode(node: Node): void {
    node.process = this.#spawn("patroni", [join(node.folder, "patroni.json")])
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const { uid, gid } = userPostgres()
    const child = spawn(program, args, { uid, gid, cwd: this.#folder, stdio: "ignore" })
    this.#children.push(child)
    return child
  }

  #node(name: string): Node {
    return this.#nodes.find((node) => node.name === name)!
  }

  async #members(): Promise<readonly Member[]> {
    for (const { host } of this.#nodes) {
      try {
        const reply = await fetch(`http://${host}:${this.#api}/cluster`, {
          signal: AbortSignal.timeout(1_000),
        })
        return ((await reply.json()) as { members: Member[] }).members
      } catch {
        // Another one knows it too.
      }
    }
    return []
  }

  async #query<Row extends object>(host: string, text: string): Promise<Row[]> {
    const client = new pg.Client({
      host,
      port: this.#port,
      user: "postgres",
      database: "postgres",
      connectionTimeoutMillis: 1_000,
    })
    client.on("error", () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT")
  } catch {
    // It has ended with its Patroni.
  }
}

function userPostgres(): { readonly uid: number; readonly gid: number } {
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? []
  if (uid === undefined) throw new Error('There is no user "postgres": install PostgreSQL from its package')
  return { uid: Number(uid), gid: Number(gid) }
}
