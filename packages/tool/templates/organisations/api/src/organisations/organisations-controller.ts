import { BearerAuth } from "@trivet/auth"
import { type Context, implement, inject } from "trivet"
import { MembersService } from "./members-service.ts"
import { OrgMember } from "./org-member.ts"
import { can } from "./org-permissions.ts"
import { Organisations } from "./organisations-contract.ts"
import { OrganisationsStore } from "./organisations-store.ts"

/** Answers for organisations: a method for each record of the contract. */
export class OrganisationsController {
  readonly #store = inject(OrganisationsStore)
  readonly #members = inject(MembersService)

  routes() {
    const inOrg = [BearerAuth, OrgMember] as const
    const manage = [...inOrg, can("members:manage")] as const
    return implement(Organisations, this, {
      index: [BearerAuth],
      create: [BearerAuth],
      accept: [BearerAuth],
      members: [...inOrg, can("org:read")],
      leave: inOrg,
      setRole: manage,
      remove: manage,
      invitations: manage,
      invite: manage,
      withdraw: manage,
      events: [...inOrg, can("events:read")],
    })
  }

  index(ctx: Context<typeof Organisations.index, "user_id">) {
    return this.#store.list(ctx.get("user_id"))
  }

  async create(ctx: Context<typeof Organisations.create, "user_id">) {
    const { name } = await ctx.bind()
    return ctx.status(201).json(await this.#members.create(ctx.get("user_id"), name))
  }

  async accept(ctx: Context<typeof Organisations.accept, "user_id">) {
    const { token } = await ctx.bind()
    return this.#members.accept(ctx.get("user_id"), token)
  }

  members(ctx: Context<typeof Organisations.members, "org_id">) {
    return this.#store.members(ctx.get("org_id"), ctx.input("query"))
  }

  async setRole(ctx: Context<typeof Organisations.setRole, "org_id" | "user_id">) {
    const { role } = await ctx.bind()
    await this.#members.setRole(actorOf(ctx), ctx.param("user"), role)
    return undefined
  }

  async remove(ctx: Context<typeof Organisations.remove, "org_id" | "user_id">) {
    await this.#members.remove(actorOf(ctx), ctx.param("user"))
    return undefined
  }

  async leave(ctx: Context<typeof Organisations.leave, "org_id" | "user_id">) {
    await this.#members.leave(actorOf(ctx))
    return undefined
  }

  async invitations(ctx: Context<typeof Organisations.invitations, "org_id">) {
    const rows = await this.#store.invitations(ctx.get("org_id"))
    return rows.map(({ expires_at, ...row }) => ({ ...row, expires_at: expires_at.toISOString() }))
  }

  async invite(ctx: Context<typeof Organisations.invite, "org_id" | "user_id">) {
    await this.#members.invite(actorOf(ctx), await ctx.bind(), ctx)
    return undefined
  }

  async withdraw(ctx: Context<typeof Organisations.withdraw, "org_id" | "user_id">) {
    await this.#members.withdraw(actorOf(ctx), ctx.param("id"))
    return undefined
  }

  async events(ctx: Context<typeof Organisations.events, "org_id">) {
    const rows = await this.#store.events(ctx.get("org_id"))
    return rows.map(({ actor_id, event, about, created_at }) => ({
      actor_id,
      event,
      about,
      created_at: created_at.toISOString(),
    }))
  }
}

function actorOf(ctx: Context<string, "org_id" | "user_id">) {
  return { org: ctx.get("org_id"), user: ctx.get("user_id") }
}
