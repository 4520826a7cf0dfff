import { isForeignKeyViolation } from "@trivet/postgres"
import { type Context, inject, type Next, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"

/** A user as the rules of tickets see one. */
export interface Actor {
  readonly id: string
  readonly isAgent: boolean
  /** Whether the e-mail address of the account is confirmed. */
  readonly isVerified: boolean
}

declare module "trivet" {
  interface ContextValues {
    actor: Actor
  }
}

/** Finds actors. Roles and addresses are read for each call, so that a role that was taken away is gone at once. */
export class Actors {
  readonly #byId = inject(Db).prepare((db, id: string) =>
    db
      .selectFrom("users")
      .leftJoin("verified_emails", (join) =>
        join
          .onRef("verified_emails.user_id", "=", "users.id")
          .onRef("verified_emails.email", "=", "users.email"),
      )
      .select(["users.id", "users.role", "verified_emails.email as verified"])
      .where("users.id", "=", id),
  )

  async find(id: string): Promise<Actor | undefined> {
    const row = isUuid(id) ? await this.#byId.first(id) : undefined
    return row && { id: row.id, isAgent: row.role === "agent", isVerified: row.verified !== null }
  }
}

/** Loads who acts, behind the guard of an entry point: `SignedIn` of pages, `ApiKeyAuth` of the API. */
export class Acting {
  readonly needs = ["user_id"] as const
  readonly provides = ["actor"] as const
  readonly #actors = inject(Actors)

  async handle(ctx: Context<string, "user_id">, next: Next): Promise<unknown> {
    const actor = await this.#actors.find(ctx.get("user_id"))
    if (actor === undefined) throw new PublicError(401, "This account was deleted")
    ctx.set("actor", actor)
    try {
      return await next()
    } catch (error) {
      // The account or the ticket was deleted after it was found.
      throw isForeignKeyViolation(error) ? new PublicError(404, "This was deleted") : error
    }
  }
}
