import { setTimeout as sleep } from "node:timers/promises"
import { jetstream, jetstreamManager } from "@nats-io/jetstream"
import { job, jobMigrations, currentJob, jobs } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { sql } from "kysely"
import { type Context, contract, dto, implement, inject, type Module, module, routes } from "trivet"
import { NatsConnection, nats } from "../../src/index.ts"

/** The database of the shop. */
export class Db extends Database<{ readonly orders: { readonly id: number } }> {}

/** The stream of events, and where they are published. */
export const events = { stream: "shop-events", subjects: "shop.events.*", placed: "shop.events.placed" }

/** Events that are relayed when their transaction has committed. */
export const Events = contract({
  placed: job("events/placed", {
    accepts: { body: dto({ order: "required,integer" }) },
    retry: { times: 1_000, delay: 1_000, maxDelay: 2_000 },
  }),
})

class Relay {
  readonly #nats = inject(NatsConnection)

  routes() {
    return routes([...implement(Events, this)])
  }

  async onStart() {
    const { streams } = await jetstreamManager(await this.#nats.client())
    await streams.add({ name: events.stream, subjects: [events.subjects] })
  }

  async placed(ctx: Context<typeof Events.placed>) {
    const event = JSON.stringify(await ctx.bind())
    const client = await this.#nats.client()
    await jetstream(client).publish(events.placed, event, { msgID: currentJob(ctx)!.id })
    // Here the process may be killed: the event is published, and the job is not completed.
    await sleep(Math.random() * 20)
  }
}

const tables = {
  name: "001-shop",
  up: async (db: Database<unknown>) => void (await sql`create table orders (id int)`.execute(db)),
}

/** The shop, with its relay. */
export function shopModule(database: string, server: string): Module {
  const DbModule = postgres(Db, {
    url: database,
    statementTimeout: 10_000,
    migrations: [jobMigrations, tables as never],
    migrateAtStart: true,
  })
  return module({
    name: "shop",
    imports: [
      DbModule,
      jobs({ database: Db, imports: [DbModule], takeOverAfter: 10_000 }),
      nats({ prefix: "shop", url: server }),
    ],
    declarations: [Relay],
  })
}
