import { type PageInput, paginate } from "@trivet/postgres"
import { sql } from "kysely"
import { Clock, inject } from "trivet"
import { Db } from "../database/db.ts"
import { isUuid } from "../database/is-uuid.ts"
import type { OrgRole } from "./org-permissions.ts"
import type { InvitationRow, MemberRow, OrganisationRow } from "./organisations-tables.ts"

/** Organisations, their members and invitations in PostgreSQL, in the transaction of the caller. */
export class OrganisationsStore {
  readonly #db = inject(Db)
  readonly #clock = inject(Clock)
  // Compiled once: it runs in each call about an organisation.
  readonly #role = this.#db.prepare((db, org: string, user: string) =>
    db.selectFrom("members").select("role").where("org_id", "=", org).where("user_id", "=", user),
  )

  /** The role of a user in an organisation; `undefined` for others. */
  async findRole(org: string, user: string): Promise<OrgRole | undefined> {
    return isUuid(org) && isUuid(user) ? (await this.#role.first(org, user))?.role : undefined
  }

  /** The organisations of a user, with the role in each. */
  list(user: string) {
    return this.#db
      .selectFrom("members")
      .innerJoin("organisations", "organisations.id", "members.org_id")
      .select(["organisations.id", "organisations.name", "members.role"])
      .where("members.user_id", "=", user)
      .orderBy("organisations.name")
      .orderBy("organisations.id")
      .execute()
  }

  async insert(row: OrganisationRow): Promise<void> {
    await this.#db.insertInto("organisations").values(row).execute()
  }

  /**
   * Locks an organisation until the transaction ends, so that changes of its members come one after another. Returns it;
   * `undefined` if there is none.
   */
  lock(org: string): Promise<OrganisationRow | undefined> {
    const found = this.#db.selectFrom("organisations").selectAll().where("id", "=", org)
    return found.forUpdate().executeTakeFirst()
  }

  /** Whether somebody else is an owner. Call it after `lock()`. */
  async hasOwnerBeside(org: string, user: string): Promise<boolean> {
    const owners = this.#db.selectFrom("members").select("user_id").where("org_id", "=", org)
    const others = owners.where("role", "=", "owner").where("user_id", "!=", user)
    return (await others.limit(1).executeTakeFirst()) !== undefined
  }

  /** A page of the members of an organisation, with their names and addresses. */
  members(org: string, page: PageInput) {
    const rows = this.#db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(["users.id", "users.name", "users.email", "members.role"])
      .where("members.org_id", "=", org)
    return paginate(rows, page, { by: ["users.name", "users.id"] })
  }

  /** How many members an organisation has. */
  async countMembers(org: string): Promise<number> {
    const count = this.#db.selectFrom("members").select(({ fn }) => fn.countAll().as("count"))
    return Number((await count.where("org_id", "=", org).executeTakeFirstOrThrow()).count)
  }

  /** Adds a member; false if the user is one already. */
  async addMember(org_id: string, user_id: string, role: OrgRole): Promise<boolean> {
    const row: MemberRow = { org_id, user_id, role, created_at: this.#now() }
    const insert = this.#db
      .insertInto("members")
      .values(row)
      .onConflict((one) => one.doNothing())
    return ((await insert.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n
  }

  async setRole(org: string, user: string, role: OrgRole): Promise<void> {
    const update = this.#db.updateTable("members").set({ role }).where("org_id", "=", org)
    await update.where("user_id", "=", user).execute()
  }

  async removeMember(org: string, user: string): Promise<void> {
    await this.#db.deleteFrom("members").where("org_id", "=", org).where("user_id", "=", user).execute()
  }

  /** Deletes the invitations of an organisation that have expired, and counts the others. */
  async countInvitations(org: string): Promise<number> {
    const expired = this.#db.deleteFrom("invitations").where("org_id", "=", org)
    await expired.where("expires_at", "<=", this.#now()).execute()
    const count = this.#db.selectFrom("invitations").select(({ fn }) => fn.countAll().as("count"))
    return Number((await count.where("org_id", "=", org).executeTakeFirstOrThrow()).count)
  }

  /** The open invitations of an organisation. */
  invitations(org: string) {
    return this.#db
      .selectFrom("invitations")
      .select(["id", "email", "role", "expires_at"])
      .where("org_id", "=", org)
      .orderBy("created_at", "desc")
      .execute()
  }

  /** Stores an invitation. It replaces an earlier one to the same address, whose link then ends. Returns its id. */
  async invite(row: Omit<InvitationRow, "created_at">): Promise<string> {
    const { role, expires_at } = row
    const { id } = await this.#db
      .insertInto("invitations")
      .values({ ...row, created_at: this.#now() })
      .onConflict((one) =>
        one.expression(sql`org_id, lower(email)`).doUpdateSet({ role, expires_at, digest: null }),
      )
      .returning("id")
      .executeTakeFirstOrThrow()
    return id
  }

  /** Sets the hash of an invitation's token. Returns what its mail needs; `undefined` if it has ended. */
  async setDigest(id: string, digest: string) {
    const set = this.#db.updateTable("invitations").set({ digest }).where("id", "=", id)
    const invitation = await set.returning(["email", "org_id"]).executeTakeFirst()
    if (invitation === undefined) return undefined
    const org = this.#db.selectFrom("organisations").select("name").where("id", "=", invitation.org_id)
    return { email: invitation.email, organisation: (await org.executeTakeFirstOrThrow()).name }
  }

  /** Deletes and returns the invitation of a token, if it is to this address and has not expired: it works once. */
  takeInvitation(digest: string, email: string): Promise<InvitationRow | undefined> {
    return this.#db
      .deleteFrom("invitations")
      .where("digest", "=", digest)
      .where("expires_at", ">", this.#now())
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .returningAll()
      .executeTakeFirst()
  }

  /** Deletes an invitation. Returns the address that it was sent to. */
  async withdraw(org: string, id: string): Promise<string | undefined> {
    if (!isUuid(id)) return undefined
    const own = this.#db.deleteFrom("invitations").where("org_id", "=", org).where("id", "=", id)
    return (await own.returning("email").executeTakeFirst())?.email
  }

  /** Notes who has changed what. */
  async note(org_id: string, actor_id: string, event: string, about: string): Promise<void> {
    const row = { org_id, actor_id, event, about, created_at: this.#now() }
    await this.#db.insertInto("org_events").values(row).execute()
  }

  /** The newest hundred changes. */
  async events(org: string) {
    const rows = this.#db.selectFrom("org_events").selectAll().where("org_id", "=", org)
    return rows.orderBy("id", "desc").limit(100).execute()
  }

  /** Deletes an organisation with all that refers to it `on delete cascade`. */
  async delete(org: string): Promise<void> {
    await this.#db.deleteFrom("organisations").where("id", "=", org).execute()
  }

  #now(): Date {
    return new Date(this.#clock.now())
  }
}
