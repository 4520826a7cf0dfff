import { CallSite } from "../call-site.ts"
import { DatabaseUnavailable } from "../connection/database-error.ts"
import type { Session } from "../connection/session.ts"
import { fault } from "../faults.ts"
import { type Boundary, savepoint } from "./boundary.ts"
import type { Tenant } from "../tenants/tenant.ts"
import { Mutex } from "./mutex.ts"
import type { TransactionSettings } from "./transact-options.ts"
import { TransactionScope } from "./transaction-scope.ts"

/** One for all databases of the process, so that a query outside of transactions costs one lookup. */
const scope = new TransactionScope<OpenTransaction>()

/** The innermost transaction of a database that the running code was started in. It may have ended. */
export function findTransaction(owner: object): OpenTransaction | undefined {
  return scope.find(owner)
}

/** The innermost transaction that the running code is in and that has not ended, of any database. */
export function findOpenTransaction(): OpenTransaction | undefined {
  let transaction = scope.innermost
  while (transaction?.isOver === true) transaction = transaction.around
  return transaction
}

/** What an `OpenTransaction` is made of. */
export interface TransactionParts {
  /** Identifies the database. */
  readonly owner: object
  /** Names the transaction in faults: the place that began it, or the route. */
  readonly name: CallSite | string
  readonly settings: TransactionSettings
  readonly boundary: Boundary
  /** Called with an error of work that waited for the commit. */
  readonly onError: (error: unknown) => void
}

/**
 * A transaction, or a savepoint in one. It begins with its first query. Its queries run one after the other; while a
 * savepoint is open in it, they wait for the end of that savepoint.
 */
export class OpenTransaction {
  readonly owner: object
  readonly name: CallSite | string
  /** The transaction around it, of any database. */
  readonly around: OpenTransaction | undefined = scope.innermost
  readonly #parts: TransactionParts
  /** The transaction of the same connection that it is a savepoint of. */
  readonly #parent: OpenTransaction | undefined
  readonly #mutex = new Mutex()
  readonly #cut = Promise.withResolvers<never>()
  #session: Promise<Session> | undefined
  #savepoint: OpenTransaction | undefined
  #ended: Promise<void> | undefined
  #afterCommit: (() => unknown)[] = []

  constructor(parts: TransactionParts, parent?: OpenTransaction) {
    this.owner = parts.owner
    this.name = parts.name
    this.#parts = parts
    this.#parent = parent
    this.#cut.promise.catch(() => undefined)
  }

  /** Whose rows it sees. */
  get tenant(): Tenant | undefined {
    return this.#parts.settings.tenant
  }

  /** Whether its end has begun. */
  get isOver(): boolean {
    return this.#ended !== undefined
  }

  /** Whether a query would wait for others. */
  get isBusy(): boolean {
    return !this.#mutex.isFree
  }

  /** Throws if it is over. `site` is the place of the query. Default: where it is called. */
  check(site?: CallSite): void {
    if (!this.isOver) return
    const where = String(site ?? new CallSite())
    throw fault("TRANSACTION_OVER", { where, transaction: String(this.name) }, { where })
  }

  /**
   * Runs queries, when those before them are done. The place of a query that need not wait is not recorded, which costs more than
   * the rest: it cannot be too late.
   */
  run<Result>(
    queries: (session: Session) => Promise<Result>,
    site: CallSite | undefined = this.isBusy ? new CallSite() : undefined,
  ): Promise<Result> {
    return this.#mutex.run(async () => {
      this.check(site)
      return queries(await this.#begun())
    })
  }

  /** Where a query runs that names this transaction: in it, or in the savepoint of it that the running code is in. */
  get target(): OpenTransaction {
    const current = scope.find(this.owner)
    if (current === undefined || current.isOver) return this
    for (let one: OpenTransaction | undefined = current; one !== undefined; one = one.#parent)
      if (one === this) return current
    return this
  }

  /**
   * Runs work inside, and then ends: commits if `mayCommit` returns true for the result, and rolls back otherwise or if
   * something throws.
   */
  async carryOut<Result>(
    work: () => Promise<Result>,
    mayCommit: (result: Result) => Promise<boolean> = async () => true,
  ): Promise<Result> {
    let result: Result
    let commits: boolean
    try {
      result = await scope.run(this, work)
      commits = await mayCommit(result)
    } catch (error) {
      await this.#end(false)
      throw error
    }
    await this.#end(commits)
    return result
  }

  /** Begins now, instead of with the first query. */
  async begin(): Promise<void> {
    await this.#mutex.run(() => this.#begun())
  }

  /** Runs work in a savepoint. */
  async nest<Result>(
    name: CallSite | string,
    site: CallSite,
    settings: TransactionSettings,
    work: (nested: OpenTransaction) => Promise<Result>,
    mayCommit?: (result: Result) => Promise<boolean>,
  ): Promise<Result> {
    this.check(site)
    this.#checkIsolation(settings, site)
    const nests = async (session: Session) => {
      const outer = this.#parts.settings
      const boundary = savepoint(session, settings, outer)
      const nested = new OpenTransaction(
        { ...this.#parts, name, settings: { ...outer, ...settings }, boundary },
        this,
      )
      this.#savepoint = nested
      // Otherwise work in it that waits for a query of this transaction would wait forever. It cuts off its own.
      const forget = this.#parent === undefined ? session.onLost(() => nested.#cutOff(lost())) : undefined
      try {
        const begins = async () => {
          await nested.begin()
          return work(nested)
        }
        return await Promise.race([nested.carryOut(begins, mayCommit), nested.#cut.promise])
      } catch (error) {
        // Also if the work goes on: its caller has got the error.
        await nested.#end(false)
        throw error
      } finally {
        this.#savepoint = undefined
        forget?.()
      }
    }
    return this.run(nests, site)
  }

  /**
   * Runs work after the commit, in order, and not at all after a rollback. That of a savepoint waits for the whole, that of
   * another database's transaction for the one around it.
   */
  afterCommit(work: () => unknown): void {
    this.#afterCommit.push(work)
  }

  #begun(): Promise<Session> {
    return (this.#session ??= this.#parts.boundary.begin())
  }

  /** Rolls back a savepoint whose work has not ended. */
  #cutOff(reason: unknown): void {
    this.#end(false).catch(() => undefined)
    this.#cut.reject(reason)
  }

  #end(commits: boolean): Promise<void> {
    return (this.#ended ??= this.#finish(commits))
  }

  async #finish(commits: boolean): Promise<void> {
    const open = this.#savepoint
    if (open !== undefined)
      open.#cutOff(fault("TRANSACTION_OVER", { where: String(open.name), transaction: String(this.name) }))
    await this.#mutex.run(async () => {
      if (this.#session === undefined) return
      if (commits) return this.#parts.boundary.commit(await this.#session)
      const session = await this.#session.catch(() => undefined)
      if (session !== undefined) await this.#parts.boundary.rollback(session)
    })
    if (!commits) return
    const waitsFor = this.#parent ?? this.#openOfOthers
    if (waitsFor === undefined) await this.#runAfterCommit()
    else waitsFor.#afterCommit.push(...this.#afterCommit)
  }

  /** The innermost open transaction of another database around this one; `undefined` after `outsideTransaction()`. */
  get #openOfOthers(): OpenTransaction | undefined {
    let found: OpenTransaction | undefined
    for (let one = this.around; one !== undefined; one = one.around) {
      if (one.owner === this.owner) return undefined
      if (!one.isOver) found ??= one
    }
    return found
  }

  async #runAfterCommit(): Promise<void> {
    for (const work of this.#afterCommit) {
      try {
        await scope.run(undefined, work)
      } catch (error) {
        // The transaction is committed: its caller must not learn that it failed.
        this.#parts.onError(error)
      }
    }
  }

  #checkIsolation({ isolation }: TransactionSettings, site: CallSite): void {
    const outer = this.#parts.settings.isolation
    if (isolation === undefined || isolation === outer) return
    const where = String(site)
    const has = outer === undefined ? "does not set it" : `has \`${outer}\``
    throw fault("TRANSACTION_ISOLATION", { where, isolation, transaction: String(this.name), has }, { where })
  }
}

function lost(): DatabaseUnavailable {
  return new DatabaseUnavailable("The connection was lost during a transaction", undefined)
}
