import { type ApiKey, ApiKeys, Revocations, SecurityEvents } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { inject, type OutputOf, PublicError } from "trivet"
import type { Client } from "../users/client.ts"
import { AccountMails } from "./account-jobs-contract.ts"
import type { NewKeyDTO } from "./accounts-dto.ts"
import { OwnPassword } from "./own-password.ts"

const day = 24 * 60 * 60
// One account must not fill the table, and the list of its keys has no pages.
const mostKeys = 50

/** Creates, lists and ends the API keys of a user. A key opens the routes that have `ApiKeyAuth`, and no others. */
export class KeyService {
  readonly #keys = inject(ApiKeys)
  readonly #jobs = inject(Jobs)
  readonly #own = inject(OwnPassword)
  readonly #revocations = inject(Revocations)
  readonly #events = inject(SecurityEvents)

  /** The keys of a user, without the secrets. */
  list(userId: string): Promise<readonly ApiKey[]> {
    return this.#keys.list(userId)
  }

  /** Creates a key; `key` of the result is the secret, which cannot be read again. Raises 400 for a wrong password, and 429. */
  async create(
    user_id: string,
    { name, expires_in_days: days, password }: OutputOf<typeof NewKeyDTO>,
    client: Client,
  ): Promise<ApiKey & { readonly key: string }> {
    // Before the check: a key that is created while the password changes ends with the others.
    const generation = await this.#revocations.generationOf(user_id)
    const { email } = await this.#own.check(user_id, password, client)
    if ((await this.#keys.list(user_id)).length >= mostKeys)
      throw new PublicError(400, `You have ${mostKeys} API keys: end one first`)
    const made = await this.#keys.create(
      user_id,
      name,
      generation,
      days === undefined ? {} : { lifetimeSeconds: days * day },
    )
    await this.#jobs.enqueue(AccountMails.notice, { email, notice: "key" })
    this.#events.report({ event: "api_key_created", user_id, key_id: made.id, address: client.address })
    return made
  }

  /** Ends a key of the user. It does the same for one that does not exist. Raises 400 for a wrong password, and 429. */
  async end(user_id: string, key_id: string, password: string, client: Client): Promise<void> {
    // Whoever finds an open browser must not stop the programs of its owner.
    await this.#own.check(user_id, password, client)
    if (await this.#keys.revoke(key_id, user_id))
      this.#events.report({ event: "api_key_revoked", user_id, key_id, address: client.address })
  }
}
