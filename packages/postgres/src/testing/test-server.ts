import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { codeOf } from "../connection/database-error.ts"
import { fault } from "../faults.ts"
import { hostOf } from "./check-server.ts"
import { lockOf, locks, newDatabaseName, templateName } from "./database-names.ts"
import { removeLeftovers, removeOldTemplates, templateComment } from "./remove-leftovers.ts"

/** A database for one test file. */
export interface TestDatabase {
  /** The address of the database. */
  readonly url: string
  /** Deletes the database and disconnects its sessions. Those of a run that was killed are deleted by the next run. */
  drop(): Promise<void>
}

/** What a database for tests begins with. */
export interface Preparation {
  /** The same key means the same contents. */
  readonly key: string
  /** Fills an empty database. */
  fill(url: string): Promise<void>
}

/** Members of the driver's connection that its types do not have. */
interface Session extends pg.Client {
  ref(): void
  unref(): void
}

/**
 * A server on which this process creates databases. While one of them exists, a session of this process holds its lock,
 * which says that it is in use: it is released however the process ends.
 */
export class TestServer {
  readonly #url: string
  #session: Promise<Session> | undefined
  #databases = 0
  #last: Promise<unknown> = Promise.resolve()
  readonly #making = new Map<string, Promise<void>>()

  constructor(url: string) {
    this.#url = url
  }

  /** Creates a database: empty, or as a copy of one that is prepared once. */
  async create(preparation: Preparation | undefined): Promise<TestDatabase> {
    this.#databases++
    try {
      const name = preparation === undefined ? await this.#create() : await this.#copy(preparation)
      let dropped: Promise<void> | undefined
      return {
        url: this.#urlOf(name),
        drop: () => (dropped ??= this.#end(name)),
      }
    } catch (error) {
      await this.#release()
      throw error
    }
  }

  async #copy(preparation: Preparation): Promise<string> {
    const { user } = await this.#connect()
    const template = templateName(preparation.key, user!)
    for (let tries = 0; ; tries++) {
      try {
        return await this.#create(template)
      } catch (error) {
        // 3D000: there is no such template. Another process may remove it as too old at any time.
        if (codeOf(error) !== "3D000" || tries > 2) throw error
        await this.#makeTemplate(template, preparation)
      }
    }
  }

  async #create(template = "template1"): Promise<string> {
    const name = newDatabaseName()
    // Before it exists: otherwise another process would take it for a leftover.
    await this.#query("select pg_try_advisory_lock($1, $2)", [locks.inUse, lockOf(name)])
    try {
      await this.#query(`create database ${name} template ${template}`)
      return name
    } catch (error) {
      await this.#unlock(locks.inUse, name)
      const { user } = await this.#connect()
      const host = hostOf(this.#url)
      if (codeOf(error) === "42501")
        throw fault("TEST_DATABASE_NOT_ALLOWED", { role: user!, host }, { cause: error })
      throw error
    }
  }

  async #end(name: string): Promise<void> {
    try {
      await this.#drop(name)
    } finally {
      await this.#release()
    }
  }

  async #drop(name: string): Promise<void> {
    await this.#query(`drop database if exists ${name} with (force)`)
    await this.#unlock(locks.inUse, name)
  }

  /** Makes a template, unless another process does so at this time: then it waits for that one. */
  #makeTemplate(template: string, preparation: Preparation): Promise<void> {
    const running = this.#making.get(template)
    if (running !== undefined) return running
    const making = this.#makeAlone(template, preparation).finally(() => this.#making.delete(template))
    this.#making.set(template, making)
    return making
  }

  async #makeAlone(template: string, preparation: Preparation): Promise<void> {
    const ask = "select pg_try_advisory_lock($1, $2) as taken"
    // It polls: two processes that wait in statements for each other's templates would never end.
    while (!(await this.#query<{ taken: boolean }>(ask, [locks.making, lockOf(template)]))[0]!.taken)
      await sleep(50)
    try {
      const found = await this.#query("select from pg_database where datname = $1", [template])
      if (found.length === 0) await this.#fill(template, preparation)
    } finally {
      await this.#unlock(locks.making, template)
    }
    await removeOldTemplates((text, values) => this.#query(text, values))
  }

  /** The template gets its name last, so that a process which is killed leaves none half filled. */
  async #fill(template: string, preparation: Preparation): Promise<void> {
    const name = await this.#create()
    try {
      await preparation.fill(this.#urlOf(name))
      await this.#query(`comment on database ${name} is '${templateComment(new Date())}'`)
      // PostgreSQL copies no database in which somebody works.
      await this.#query(`alter database ${name} with allow_connections false`)
      await this.#query(`alter database ${name} rename to ${template}`)
      await this.#unlock(locks.inUse, name)
    } catch (error) {
      await this.#drop(name)
      // 42P04: a process that uses another database of the server has made it meanwhile.
      if (codeOf(error) !== "42P04") throw error
    }
  }

  #unlock(kind: number, name: string): Promise<unknown> {
    return this.#query("select pg_advisory_unlock($1, $2)", [kind, lockOf(name)])
  }

  /** Runs statements of the session in turn. It keeps the process from ending only meanwhile. */
  #query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const done = this.#last.then(async () => {
      const client = await this.#connect()
      client.ref()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        client.unref()
      }
    })
    this.#last = done.catch(() => undefined)
    return done
  }

  #connect(): Promise<Session> {
    return (this.#session ??= this.#open())
  }

  async #open(): Promise<Session> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "trivet tests",
      connectionTimeoutMillis: 30_000,
    }) as Session
    // The server may be stopped by the test. The next statement connects again.
    const forget = () => (this.#session = undefined)
    client.on("error", forget).on("end", forget)
    try {
      await client.connect()
    } catch (error) {
      forget()
      const { message, code } = error as NodeJS.ErrnoException
      throw fault(
        "TEST_SERVER_UNAVAILABLE",
        { host: hostOf(this.#url), reason: message || code! },
        { cause: error },
      )
    }
    await removeLeftovers(async (text, values) => (await client.query(text, values)).rows as never)
    return client
  }

  /** Ends the session with the last database. */
  async #release(): Promise<void> {
    if (--this.#databases > 0) return
    const session = this.#session
    this.#session = undefined
    const client = await session?.catch(() => undefined)
    // Otherwise a program that waits for this would end before it.
    client?.ref()
    await client?.end()
  }

  #urlOf(name: string): string {
    const own = new URL(this.#url)
    own.pathname = `/${name}`
    return own.href
  }
}
