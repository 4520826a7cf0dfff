import { ApiKeys, OneUseTokens, Revocations, SecurityEvents } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { inject } from "trivet"
import { Db } from "../database/db.ts"
import type { Client } from "../users/client.ts"
import { AccountMails } from "./account-jobs-contract.ts"
import { AccountsStore } from "./accounts-store.ts"
import { OwnPassword } from "./own-password.ts"

/** Deletes accounts. */
export class DeletionService {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #accounts = inject(AccountsStore)
  readonly #own = inject(OwnPassword)
  readonly #tokens = inject(OneUseTokens)
  readonly #revocations = inject(Revocations)
  readonly #keys = inject(ApiKeys)
  readonly #events = inject(SecurityEvents)

  /** Deletes the user with all that is theirs, and ends all sessions. Raises 400 for a wrong password. */
  async delete(userId: string, password: string, client: Client): Promise<void> {
    const { id, email } = await this.#own.check(userId, password, client)
    await this.#db.transact(async (trx) => {
      await this.#accounts.delete(id, trx)
      await this.#jobs.enqueue(AccountMails.notice, { email, notice: "deleted" }, { trx })
    })
    await this.#revocations.endUser(id)
    // Their rows are gone with the user. This process still remembers those that were just used.
    await this.#keys.revokeAll(id)
    for (const purpose of ["reset", "email"]) await this.#tokens.end(purpose, id)
    this.#events.report({ event: "account deleted", user_id: id, address: client.address })
  }
}
