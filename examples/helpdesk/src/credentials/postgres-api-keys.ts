import { type ApiKey, ApiKeyStore, type StoredApiKey } from "@trivet/auth"
import { isForeignKeyViolation } from "@trivet/postgres"
import { inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { ApiKeyRow } from "./api-keys-table.ts"

/** API keys in PostgreSQL, by the hash of the key. */
export class PostgresApiKeys extends ApiKeyStore {
  readonly #db = inject(Db)

  async insert({ id, user_id, name, digest, created_at, expires_at, scopes }: StoredApiKey): Promise<void> {
    const row: ApiKeyRow = {
      id,
      user_id,
      name,
      digest,
      created_at: new Date(created_at),
      expires_at: expires_at === undefined ? null : new Date(expires_at),
      scopes: scopes ?? null,
      last_used_at: null,
    }
    try {
      await this.#db.insertInto("api_keys").values(row).execute()
    } catch (error) {
      // The account was deleted meanwhile.
      throw isForeignKeyViolation(error) ? new PublicError(401, "Not authenticated") : error
    }
  }

  async findByDigest(digest: string): Promise<StoredApiKey | undefined> {
    const query = this.#db.selectFrom("api_keys").selectAll().where("digest", "=", digest)
    const row = await query.executeTakeFirst()
    return row && { ...keyOf(row), digest }
  }

  async list(userId: string): Promise<readonly ApiKey[]> {
    const rows = this.#db.selectFrom("api_keys").selectAll().where("user_id", "=", userId)
    return (await rows.orderBy("created_at", "desc").execute()).map(keyOf)
  }

  async delete(id: string, userId: string): Promise<boolean> {
    if (!isUuid(id)) return false
    const own = this.#db.deleteFrom("api_keys").where("id", "=", id).where("user_id", "=", userId)
    return (await own.executeTakeFirst()).numDeletedRows > 0n
  }

  async deleteAll(userId: string): Promise<number> {
    const all = this.#db.deleteFrom("api_keys").where("user_id", "=", userId)
    return Number((await all.executeTakeFirst()).numDeletedRows)
  }

  override async noteUse(id: string, usedAt: string): Promise<void> {
    const at = new Date(usedAt)
    await this.#db
      .updateTable("api_keys")
      .set({ last_used_at: at })
      .where("id", "=", id)
      // Another process may have noted a later use.
      .where((row) => row.or([row("last_used_at", "is", null), row("last_used_at", "<", at)]))
      .execute()
  }
}

function keyOf({ id, name, user_id, created_at, expires_at, scopes, last_used_at }: ApiKeyRow): ApiKey {
  return {
    id,
    name,
    user_id,
    created_at: created_at.toISOString(),
    ...(expires_at !== null && { expires_at: expires_at.toISOString() }),
    ...(scopes !== null && { scopes }),
    ...(last_used_at !== null && { last_used_at: last_used_at.toISOString() }),
  }
}
