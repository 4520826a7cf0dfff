import { ApiKeys, Revocations, SecurityEvents } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { MembersService } from "../organisations/members-service.ts"
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
  readonly #members = inject(MembersService)
  readonly #revocations = inject(Revocations)
  readonly #keys = inject(ApiKeys)
  readonly #events = inject(SecurityEvents)

  /** Deletes the user with all that is theirs, and ends all sessions. Raises 400 for a wrong password. */
  async delete(userId: string, password: string, client: Client): Promise<void> {
    const user = await this.#own.check(userId, password, client)
    const { id, email } = user
    await this.#db.transact(async () => {
      await this.#members.leaveAll(id)
      if (!(await this.#accounts.delete(user))) throw new PublicError(400, "Password is wrong")
      await this.#jobs.enqueue(AccountMails.notice, { email, notice: "deleted" })
    })
    await this.#revocations.revokeUser(id, { isDeleted: true })
    // Their rows are gone with the user. This process still remembers those that were just used.
    await this.#keys.revokeAll(id)
    this.#events.report({ event: "account_deleted", user_id: id, address: client.address })
  }
}
