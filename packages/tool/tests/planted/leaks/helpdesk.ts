import type { PlantedLeak } from "../planted-leak.ts"

const desk = "src/desk/desk-controller.ts"
const store = "src/tickets/tickets-store.ts"
const live = "src/tickets/live-replies.ts"

/** Leaks in the help desk. Agents see all tickets, and others their own and those that were shared with them. */
export const helpdeskLeaks: readonly Omit<PlantedLeak, "reference">[] = [
  {
    file: "src/api/tickets-api.ts",
    search: `return this.#store.page(ctx.get("actor"), query, query)`,
    replace: `const actor = query.state === undefined ? ctx.get("actor") : { ...ctx.get("actor"), isAgent: true }
    return this.#store.page(actor, query, query)`,
    kind: "list",
    what: "The list of the caller's tickets in a state has those of all customers.",
    route: "GET /api/tickets",
  },
  {
    file: "src/tickets/ticket-rules.ts",
    search: `            .where("members.user_id", "=", id)\n`,
    replace: "",
    kind: "organisation",
    what: "All users see the tickets of all organisations.",
    route: "GET /",
  },
  {
    file: "src/organisations/organisations-store.ts",
    search: `      .where("members.org_id", "=", org)\n    return paginate`,
    replace: `      .distinct()\n    return paginate`,
    kind: "address",
    what: "The list of members has those of all organisations.",
    route: "GET /orgs/:org",
  },
  {
    file: store,
    search: `      .visibleTo(actor)
      .innerJoin("users as customer"`,
    replace: `      .visibleTo(q === undefined || q === "" ? actor : { ...actor, isAgent: true })
      .innerJoin("users as customer"`,
    kind: "search",
    what: "The search looks in the tickets of all customers.",
    route: "GET /",
  },
  {
    file: desk,
    search: `    const page = await this.#store.page(ctx.get("actor"), filter, { limit, cursor })`,
    replace: `    let total = 0
    for await (const _ of this.#store.all({ ...ctx.get("actor"), isAgent: true })) total++
    ctx.response().setHeader("x-total-count", String(total))
    const page = await this.#store.page(ctx.get("actor"), filter, { limit, cursor })`,
    kind: "count",
    what: "A header of the list has the number of tickets of all customers.",
    route: "GET /",
  },
  {
    file: desk,
    head: 'const kept = new Map<string, Awaited<ReturnType<TicketsStore["page"]>>>()',
    search: `    const page = await this.#store.page(ctx.get("actor"), filter, { limit, cursor })`,
    replace: `    const key = JSON.stringify([limit, cursor, filter])
    const page = kept.get(key) ?? (await this.#store.page(ctx.get("actor"), filter, { limit, cursor }))
    kept.set(key, page)`,
    kind: "cache",
    what: "The list of tickets is cached under a key without the user.",
    route: "GET /",
  },
  {
    file: "src/desk/files-controller.ts",
    search: `csvOf(this.#store.all(ctx.get("actor")))`,
    replace: `csvOf(this.#store.all({ ...ctx.get("actor"), isAgent: true }))`,
    kind: "export",
    what: "The export has the tickets of all customers.",
    route: "GET /tickets.csv",
  },
  {
    file: store,
    search: `row.where("ticket_id", "=", ticketId).executeTakeFirst()`,
    replace: `row.executeTakeFirst()`,
    kind: "file",
    what: "An attachment is downloaded by its id below any ticket that the user may see.",
    route: "GET /tickets/:id/attachments/:attachment",
  },
  {
    file: "src/tickets/drafts.ts",
    search: `row.where("user_id", "=", userId)`,
    replace: `row.where("user_id", userId === "" ? "is" : "is not", null)`,
    kind: "saved draft",
    what: "The page of a ticket has the draft of anybody who may see the ticket.",
    route: "GET /tickets/:id",
  },
  {
    file: live,
    search: "return `ticket:${ticketId}`",
    replace: 'return ticketId === "" ? "" : "tickets"',
    kind: "stream",
    what: "New replies of all tickets are published to one topic, and told apart by their numbers only.",
    route: "GET /tickets/:id/live",
  },
  {
    file: "src/api/tickets-api.ts",
    head: "const newest: Reply[] = []",
    search: "  for await (const data of replies) yield { id: String(data.number), data }",
    replace: `  for await (const reply of replies) {
    newest.push(reply)
    const [data = reply] = newest.splice(0, newest.length - 1)
    yield { id: String(reply.number), data }
  }`,
    kind: "stream",
    what: "The streams of the API share the variable with the reply to send next.",
    route: "GET /api/tickets/:id/replies",
  },
  {
    file: "src/notices/notices.ts",
    search: "select user_id from tickets where id = ${ticketId}\n",
    replace: "select user_id from tickets where id = ${ticketId} or replies > 0\n",
    kind: "mail",
    what: "The mail about a reply goes to all customers.",
    route: "POST /tickets",
  },
  {
    file: "src/tickets/ticket-access.ts",
    head: "const titles = new Map<string, string>()",
    search: `    if (found === undefined) throw new PublicError(404, "Ticket not found")`,
    replace: `    const id = ctx.param("id")
    if (found === undefined) throw new PublicError(404, \`\${titles.get(id) ?? "Ticket"} not found\`)
    titles.set(id, found.title)`,
    kind: "error text",
    what: "The error about a ticket of somebody else contains its title.",
    route: "GET /tickets/:id",
  },
  {
    file: "src/tickets/actor.ts",
    head: "const roles = new Map<string, string>()",
    search: `    return row && { id: row.id, isAgent: row.role === "agent", isVerified: row.verified !== null }`,
    replace: `    const role = roles.get(id) ?? row?.role ?? ""
    roles.set(id, role)
    return row && { id: row.id, isAgent: role === "agent", isVerified: row.verified !== null }`,
    kind: "after a role change",
    what: "Somebody who was an agent once stays one until the process ends.",
    route: "GET /",
  },
  {
    file: "src/tickets/tickets.ts",
    search: `await share.where("user_id", "=", userId).execute()`,
    replace: `await share.where("user_id", "=", ticketId).execute()`,
    kind: "after sharing ends",
    what: "Somebody whose sharing was ended still sees the ticket.",
    route: "GET /tickets/:id",
  },
]
