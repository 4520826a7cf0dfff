import { anyone, type Context, dto, inject, type Next, post, PublicError, put, routes } from "trivet"

declare module "trivet" {
  interface ContextValues {
    user_id: string
  }
}

/** A user. */
export interface Account {
  readonly id: string
  readonly email: string
  /** An agent reads the notes of all users. */
  readonly role: string
}

/** Users in memory. */
export class Accounts {
  readonly #rows = new Map<string, Account>()

  create(email: string): Account {
    const account = { id: crypto.randomUUID(), email, role: "user" }
    this.#rows.set(account.id, account)
    return account
  }

  find(id: string): Account | undefined {
    return this.#rows.get(id)
  }

  findByEmail(email: string): Account | undefined {
    return [...this.#rows.values()].find((one) => one.email === email)
  }

  setRole(id: string, role: string): void {
    const account = this.#rows.get(id)
    if (account !== undefined) this.#rows.set(id, { ...account, role })
  }

  isAgent(id: string): boolean {
    return this.find(id)?.role === "agent"
  }
}

/** Lets users pass, whose token is their id. */
export class Signed {
  readonly provides = ["user_id"] as const
  readonly security = { name: "bearer", scheme: { type: "http", scheme: "bearer" } } as const
  readonly #accounts = inject(Accounts)

  handle(ctx: Context, next: Next) {
    const id = ctx.header("authorization").replace(/^Bearer /, "")
    if (this.#accounts.find(id) === undefined) throw new PublicError(401, "Sign in")
    ctx.set("user_id", id)
    return next()
  }
}

/** Lets the operator pass, who gives roles. */
export class Operator {
  readonly security = {
    name: "operator",
    scheme: { type: "apiKey", in: "header", name: "x-operator" },
  } as const

  handle(ctx: Context, next: Next) {
    if (ctx.header("x-operator") !== "the operator of the notebook") throw new PublicError(401, "Forbidden")
    return next()
  }
}

/** Creates accounts, and gives roles. */
export class AccountsController {
  readonly #accounts = inject(Accounts)

  routes() {
    return routes([
      post("/accounts", this.create, { middlewares: [anyone] }),
      put("/accounts/:id/role", this.setRole, { middlewares: [Operator] }),
    ])
  }

  async create(ctx: Context<"/accounts">) {
    const { email } = await ctx.bind(dto({ email: "required,email" }))
    return ctx.status(201).json({ token: this.#accounts.create(email).id })
  }

  async setRole(ctx: Context<"/accounts/:id/role">) {
    const { role } = await ctx.bind(dto({ role: "required,oneof=user|agent" }))
    this.#accounts.setRole(ctx.param("id"), role)
    return undefined
  }
}
