import { createHash, randomUUID } from "node:crypto"
import { Jobs } from "@trivet/jobs"
import { Limits } from "@trivet/limit"
import { Clock, inject, PublicError } from "trivet"
import { Db } from "../database/db.ts"
import type { Client } from "../users/client.ts"
import { UsersStore } from "../users/users-store.ts"
import { InvitationMails } from "./invitation-jobs-contract.ts"
import { mayIn, type OrgRole } from "./org-permissions.ts"
import { OrganisationsStore } from "./organisations-store.ts"

const week = 7 * 24 * 60 * 60 * 1_000
/** The most organisations of a user, and the most members and open invitations of an organisation. */
const most = { organisations: 100, members: 1_000, invitations: 100 } as const
const forbidden = () => new PublicError(403, "Forbidden")
const lastOwner = () => new PublicError(409, "Make somebody else an owner first")
const invalidInvitation = () => new PublicError(400, "This invitation is not valid any more")

/** A user who acts in an organisation. */
export interface Actor {
  readonly org: string
  readonly user: string
}

/**
 * The rules of membership. Each change locks the organisation and reads the role of the actor again: what the guard has seen may
 * be outdated. Each is noted in `org_events`.
 */
export class MembersService {
  readonly #db = inject(Db)
  readonly #jobs = inject(Jobs)
  readonly #clock = inject(Clock)
  readonly #users = inject(UsersStore)
  readonly #store = inject(OrganisationsStore)
  // Mails to one address: 3 for each network that asks, 30 for all.
  readonly #limit = inject(Limits).account({ name: "invite", max: 3, seconds: 60, maxSeconds: 3600 })

  /** Creates an organisation, whose owner is the user. Raises 400 for too many. */
  create(user: string, name: string) {
    const organisation = { id: randomUUID(), name, created_at: new Date(this.#clock.now()) }
    return this.#db.transact(async () => {
      await this.#checkRoom(user)
      await this.#store.insert(organisation)
      await this.#store.addMember(organisation.id, user, "owner")
      await this.#store.note(organisation.id, user, "created", name)
      return { id: organisation.id, name, role: "owner" }
    })
  }

  /** Invites an address by mail. Raises 400 for too many, 403 for a role above that of the actor, and 429. */
  async invite(actor: Actor, given: { email: string; role: OrgRole }, client: Pick<Client, "address">) {
    await this.#limit.reserve({ account: given.email, address: client.address })
    const { email, role } = given
    await this.#change(actor, async (own) => {
      checkMay(own, role)
      if ((await this.#store.countInvitations(actor.org)) >= most.invitations)
        throw new PublicError(400, `${most.invitations} invitations are open: withdraw one first`)
      const expires_at = new Date(this.#clock.now() + week)
      const invitation = { id: randomUUID(), org_id: actor.org, email, role, digest: null, expires_at }
      const id = await this.#store.invite(invitation)
      await this.#jobs.enqueue(InvitationMails.send, { id })
      await this.#store.note(actor.org, actor.user, "invited", `${email} as ${role}`)
    })
  }

  /** Ends an invitation. */
  withdraw(actor: Actor, id: string): Promise<void> {
    return this.#change(actor, async () => {
      const email = await this.#store.withdraw(actor.org, id)
      if (email !== undefined) await this.#store.note(actor.org, actor.user, "withdrawn", email)
    })
  }

  /** Makes a user a member by the token of a mail to the user's address. It works once. Raises 400. */
  accept(user: string, token: string) {
    return this.#db.transact(async () => {
      const found = await this.#users.find(user)
      if (found === undefined) throw invalidInvitation()
      const invitation = await this.#store.takeInvitation(digestOf(token), found.email)
      const organisation = invitation && (await this.#store.lock(invitation.org_id))
      if (invitation === undefined || organisation === undefined) throw invalidInvitation()
      await this.#checkRoom(user)
      const { org_id, role } = invitation
      if ((await this.#store.countMembers(org_id)) >= most.members)
        throw new PublicError(400, `This organisation has ${most.members} members, which is the most`)
      // A member keeps the role that others have given meanwhile.
      if (!(await this.#store.addMember(org_id, user, role))) throw invalidInvitation()
      await this.#store.note(org_id, user, "joined", `as ${role}`)
      return { id: org_id, name: organisation.name, role }
    })
  }

  /** Gives a member another role. Raises 403, 404, and 409 for the last owner. */
  setRole(actor: Actor, user: string, role: OrgRole): Promise<void> {
    return this.#change(actor, async (own) => {
      const before = await this.#roleOf(actor.org, user)
      checkMay(own, before)
      checkMay(own, role)
      if (before === "owner" && role !== "owner") await this.#checkOwner(actor.org, user)
      await this.#store.setRole(actor.org, user, role)
      await this.#store.note(actor.org, actor.user, "role changed", `${user} from ${before} to ${role}`)
    })
  }

  /** Removes a member. Raises 403, 404, and 409 for the last owner. */
  remove(actor: Actor, user: string): Promise<void> {
    return this.#change(actor, async (own) => {
      const role = await this.#roleOf(actor.org, user)
      checkMay(own, role)
      if (role === "owner") await this.#checkOwner(actor.org, user)
      await this.#store.removeMember(actor.org, user)
      await this.#store.note(actor.org, actor.user, "removed", user)
    })
  }

  /** Ends the membership of the actor. Raises 409 for the last owner. */
  leave({ org, user }: Actor): Promise<void> {
    return this.#db.transact(async () => {
      const { role } = await this.#lockAs({ org, user })
      if (role === "owner") await this.#checkOwner(org, user)
      await this.#store.removeMember(org, user)
      await this.#store.note(org, user, "left", role)
    })
  }

  /**
   * Before the account of a user is deleted, in the same transaction: deletes organisations of which the user is the only member, and
   * raises 400 if others are left without an owner.
   */
  async leaveAll(user: string): Promise<void> {
    const own = await this.#store.list(user)
    // Always in the same order: two transactions that wait for each other would fail.
    for (const { id, name } of own.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      await this.#store.lock(id)
      if ((await this.#store.countMembers(id)) === 1) await this.#store.delete(id)
      else if (!(await this.#store.hasOwnerBeside(id, user)))
        throw new PublicError(400, `You are the last owner of ${name}: make somebody else an owner first`)
    }
  }

  /** Changes members as an actor who may manage them. */
  #change(actor: Actor, change: (own: OrgRole) => Promise<void>): Promise<void> {
    return this.#db.transact(async () => {
      const { role } = await this.#lockAs(actor)
      if (!mayIn(role, "members:manage")) throw forbidden()
      await change(role)
    })
  }

  async #lockAs({ org, user }: Actor): Promise<{ readonly role: OrgRole }> {
    const organisation = await this.#store.lock(org)
    const role = organisation && (await this.#store.findRole(org, user))
    // Removed since the guard has seen the role.
    if (role === undefined) throw new PublicError(404, "Organisation not found")
    return { role }
  }

  async #roleOf(org: string, user: string): Promise<OrgRole> {
    const role = await this.#store.findRole(org, user)
    if (role === undefined) throw new PublicError(404, "Member not found")
    return role
  }

  async #checkRoom(user: string): Promise<void> {
    const own = await this.#store.list(user)
    if (own.length >= most.organisations)
      throw new PublicError(400, `You are in ${most.organisations} organisations: leave one first`)
  }

  async #checkOwner(org: string, user: string): Promise<void> {
    if (!(await this.#store.hasOwnerBeside(org, user))) throw lastOwner()
  }
}

/** Only owners decide on owners. */
function checkMay(own: OrgRole, role: OrgRole): void {
  if (role === "owner" && !mayIn(own, "owners:manage")) throw forbidden()
}

/** What is stored of a token: who reads the table can accept nothing. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}
