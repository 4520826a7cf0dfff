/** A transaction of a database. */
export interface CommittedTransaction {
  /** Runs work after the commit, and never if the transaction is rolled back. */
  afterCommit(work: () => unknown): void
}

const finders = new Set<() => CommittedTransaction | undefined>()

/**
 * For packages of the framework; it may change in any version.
 *
 * Adds a function that finds the open transaction that the running code is in. It applies to the whole process. A package
 * for a database calls it. Adding the same function again has no effect.
 *
 * @example
 * ```ts
 * import { AsyncLocalStorage } from "node:async_hooks"
 * import { addTransactionFinder, type CommittedTransaction } from "trivet/extend"
 *
 * const open = new AsyncLocalStorage<CommittedTransaction>()
 * const find = () => open.getStore()
 *
 * export class Ledger {
 *   constructor() {
 *     addTransactionFinder(find)
 *   }
 *   async transact(work: () => Promise<void>) {
 *     const waiting: (() => unknown)[] = []
 *     await open.run({ afterCommit: (later) => void waiting.push(later) }, work)
 *     for (const later of waiting) await later()
 *   }
 * }
 * ```
 */
export function addTransactionFinder(find: () => CommittedTransaction | undefined): void {
  finders.add(find)
}

/**
 * For packages of the framework; it may change in any version.
 *
 * Runs work after the commit of the transaction that the running code is in. Returns false, and does nothing, if it is in
 * none.
 *
 * @example
 * ```ts
 * import { afterCommit } from "trivet/extend"
 *
 * export function announce(text: string): void {
 *   const send = () => console.log(text)
 *   if (!afterCommit(send)) send()
 * }
 * ```
 */
export function afterCommit(work: () => unknown): boolean {
  for (const find of finders) {
    const transaction = find()
    if (transaction === undefined) continue
    transaction.afterCommit(work)
    return true
  }
  return false
}
