import { AbortedTransactionError, CompiledQuery } from "kysely"
import { beginOn, commitOn, rollbackOn } from "../connection/dialect.ts"
import type { Session, Statement } from "../connection/session.ts"
import { grace } from "../database-options.ts"
import { settingStatement } from "../tenants/tenant.ts"
import type { TransactionSettings } from "./transact-options.ts"

/** The statements with which a transaction begins and ends. */
export interface Boundary {
  begin(): Promise<Session>
  /** Throws if the commit failed, or may have failed. */
  commit(session: Session): Promise<void>
  /** Never rejects: PostgreSQL also rolls back when the connection is lost. */
  rollback(session: Session): Promise<void>
}

/** The boundary of a transaction on a connection of its own. */
export function wholeTransaction(
  acquire: () => Promise<Session>,
  { isolation, readOnly, timeout, tenant }: TransactionSettings,
): Boundary {
  return {
    async begin() {
      const session = await acquire()
      try {
        await beginOn(session, isolation, readOnly === true)
        if (timeout !== undefined) await session.executeQuery(patienceOf(timeout))
        if (tenant !== undefined) await session.executeQuery(settingStatement(tenant.name, tenant.value))
        return session
      } catch (error) {
        await this.rollback(session)
        throw error
      }
    },
    async commit(session) {
      try {
        await commitOn(session)
      } catch (error) {
        if (!(error instanceof AbortedTransactionError)) await rollbackOn(session)
        throw error
      } finally {
        session.release()
      }
    },
    async rollback(session) {
      await rollbackOn(session)
      session.release()
    },
  }
}

/** Savepoints end in the opposite order in which they began, so one name is enough. */
const name = "trivet"

/** The boundary of a savepoint. `outer` are the settings of the transaction around it. */
export function savepoint(
  session: Session,
  { readOnly, timeout, tenant }: TransactionSettings,
  outer: TransactionSettings,
): Boundary {
  const wasReadOnly = session.readOnly
  // PostgreSQL ends the access mode with the savepoint, but `set local` only if it is rolled back.
  const restore = async () => {
    session.readOnly = wasReadOnly
    if (timeout !== undefined) await session.executeQuery(patienceOf(outer.timeout, session.limit))
    if (tenant === undefined) return
    const before = outer.tenant?.name === tenant.name ? outer.tenant.value : ""
    await session.executeQuery(settingStatement(tenant.name, before))
  }
  return {
    async begin() {
      await session.executeQuery(CompiledQuery.raw(`savepoint ${name}`))
      if (readOnly === true) {
        await session.executeQuery(CompiledQuery.raw("set transaction read only"))
        session.readOnly = true
      }
      if (timeout !== undefined) await session.executeQuery(patienceOf(timeout))
      if (tenant !== undefined) await session.executeQuery(settingStatement(tenant.name, tenant.value))
      return session
    },
    async commit() {
      try {
        await session.executeQuery(CompiledQuery.raw(`release savepoint ${name}`))
      } catch (error) {
        await this.rollback(session)
        throw error
      }
      await restore()
    },
    async rollback() {
      if (!session.alive) return
      try {
        await session.executeQuery(CompiledQuery.raw(`rollback to savepoint ${name}`))
        await session.executeQuery(CompiledQuery.raw(`release savepoint ${name}`))
        await restore()
      } catch {
        // The connection is lost, or PostgreSQL has marked the whole transaction as failed: it cannot commit.
      }
    },
  }
}

function patienceOf(timeout: number | undefined, limit = 0): Statement {
  const text = `set local statement_timeout = ${timeout ?? "default"}`
  return { ...CompiledQuery.raw(text), patience: timeout === undefined ? limit : timeout + grace }
}
