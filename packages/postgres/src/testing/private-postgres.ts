import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"

/** How a server is stopped: `fast` rolls back and disconnects sessions, `immediate` is like a crash. */
export type Shutdown = "fast" | "immediate"

/** A PostgreSQL server for one test, which may stop and freeze it. It needs Linux and the programs of PostgreSQL. */
export class PrivatePostgres {
  /** The address of the database `postgres`. */
  readonly url: string
  readonly #port: number
  readonly #folder: string
  readonly #programs: string
  #server: ChildProcess | undefined
  readonly #atExit = (): void => {
    this.#server?.kill("SIGQUIT")
    rmSync(this.#folder, { recursive: true, force: true })
  }

  private constructor(port: number, folder: string, programs: string) {
    this.#port = port
    this.#folder = folder
    this.#programs = programs
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
    process.on("exit", this.#atExit)
  }

  /** Creates a server with an empty data folder and starts it on a free port. It is removed when the process exits. */
  static async start(): Promise<PrivatePostgres> {
    const programs = findPrograms()
    const folder = mkdtempSync(join(tmpdir(), "trivet-postgres-"))
    const user = findUser()
    if (user !== undefined) chownSync(folder, user.uid, user.gid)
    const options = `-D ${folder}/data -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync`
    const [command, args] = asUser(join(programs, "initdb"), options.split(" "))
    execFileSync(command, args, { cwd: folder, stdio: "pipe" })
    const server = new PrivatePostgres(await freePort(), folder, programs)
    await server.start()
    return server
  }

  /** Creates a standby of this server, with streaming replication, and starts it. */
  async startStandby(): Promise<PrivatePostgres> {
    const folder = mkdtempSync(join(tmpdir(), "trivet-postgres-"))
    const user = findUser()
    if (user !== undefined) chownSync(folder, user.uid, user.gid)
    const options = `-D ${folder}/data -h 127.0.0.1 -p ${this.#port} -U postgres -R -c fast --no-sync`
    const [command, args] = asUser(join(this.#programs, "pg_basebackup"), options.split(" "))
    execFileSync(command, args, { cwd: folder, stdio: "pipe" })
    const standby = new PrivatePostgres(await freePort(), folder, this.#programs)
    await standby.start()
    return standby
  }

  /** Starts the server again after `stop()`, and waits until it answers. */
  async start(): Promise<void> {
    const folder = this.#folder
    const options = `-D ${folder}/data -p ${this.#port} -k ${folder} -c listen_addresses=127.0.0.1`
    const [command, args] = asUser(join(this.#programs, "postgres"), options.split(" "))
    // setpriv replaces itself with the program, so the child's process id is that of the server.
    this.#server = spawn(command, args, { cwd: this.#folder, stdio: "ignore" })
    for (let tries = 0; ; tries++) {
      try {
        await this.query("select 1")
        return
      } catch (error) {
        if (tries > 300) throw error
        await sleep(50)
      }
    }
  }

  /** Stops the server and waits until its main process has exited. */
  async stop(how: Shutdown): Promise<void> {
    const server = this.#server!
    const gone = once(server, "exit")
    server.kill(how === "fast" ? "SIGINT" : "SIGQUIT")
    await gone
    this.#server = undefined
  }

  /** The process ids of the server, the main process first. */
  get processes(): readonly number[] {
    const main = this.#server!.pid!
    return [main, ...childrenOf(main)]
  }

  /** Suspends all processes of the server: it accepts connections and does not answer. */
  freeze(): void {
    const main = this.#server!.pid!
    // The main process first: otherwise it would start new ones meanwhile.
    for (const pid of [main, ...childrenOf(main)]) signal(pid, "SIGSTOP")
  }

  /** Resumes all processes of the server. */
  thaw(): void {
    const main = this.#server!.pid!
    for (const pid of [...childrenOf(main), main]) signal(pid, "SIGCONT")
  }

  /** Runs a statement on a new connection and returns the rows. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 })
    client.on("error", () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Stops the server and deletes its data. */
  async remove(): Promise<void> {
    if (this.#server !== undefined) await this.stop("immediate")
    rmSync(this.#folder, { recursive: true, force: true })
    process.off("exit", this.#atExit)
  }
}

/** A process of a connection may have ended since the list was read. */
function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

function findPrograms(): string {
  const debian = globSync("/usr/lib/postgresql/*/bin/initdb").toSorted().at(-1)
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  const found = debian ?? folders.map((folder) => join(folder, "initdb")).find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(
      "PostgreSQL is not installed here. Install it, or set DATABASE_URL to a server for tests.",
    )
  return dirname(found)
}

/** PostgreSQL refuses to run as root. It then runs as the user `postgres`, which its package creates. */
function findUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? []
  if (uid === undefined) throw new Error('There is no user "postgres": install PostgreSQL from its package')
  return { uid: Number(uid), gid: Number(gid) }
}

function asUser(program: string, args: readonly string[]): [command: string, args: readonly string[]] {
  const user = findUser()
  if (user === undefined) return [program, args]
  return ["setpriv", [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", program, ...args]]
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent
      } catch {
        return false
      }
    })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
