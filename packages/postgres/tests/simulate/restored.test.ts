import { sql } from "kysely"
import { post, routes } from "trivet"
import { afterAll, describe, expect, it } from "vitest"
import { Db, type Program, useQueries } from "./programs/program.ts"
import { dropDatabase, simulateProgram } from "./simulated.ts"

class Writes {
  readonly #run = useQueries()

  routes() {
    return routes([post("/writes", this.write)])
  }
  async write() {
    await this.#run(sql`delete from parents`)
    await this.#run(sql`insert into parents (name) values ('new')`)
    await this.#run(sql`insert into events values (5), (15)`)
    await this.#run(sql`truncate lone`)
    return {}
  }
}

const program: Program = {
  name: "writes",
  tables: `create table parents (id int generated always as identity primary key, name text, upper text generated always as (upper(name)) stored);
    create table children (id serial primary key, parent_id int not null references parents on delete cascade);
    create table events (n int) partition by range (n);
    create table events_low partition of events for values from (0) to (10);
    create table events_high partition of events for values from (10) to (20);
    create table lone (n int);
    create table log (name text);
    create function note() returns trigger language plpgsql as $$ begin insert into log values (new.name); return null; end $$;
    create trigger note after insert on parents for each row execute function note();
    insert into parents (name) values ('old');
    insert into children (parent_id) values (1);
    insert into lone values (1);
    truncate log`,
  broken: Writes,
  fixed: Writes,
  calls: (app) => [() => app.request("POST", "/writes")],
  invariant: () => undefined,
}

afterAll(dropDatabase)

describe("tables between two seeds", () => {
  it("are as they were: rows, sequences, partitions, generated columns, rows of triggers and cascades", async () => {
    const seen: unknown[] = []
    await simulateProgram(program, "fixed", {
      seeds: 3,
      calls: async (app) => {
        const { rows } =
          await sql`select (select json_agg(p) from parents p) as parents, (select json_agg(c) from children c) as children,
          (select json_agg(e) from events e) as events, (select json_agg(l) from lone l) as lone, (select json_agg(l) from log l) as log,
          (select last_value from pg_sequences where sequencename = 'parents_id_seq') as id`.execute(
            app.get(Db),
          )
        seen.push(rows[0])
        return program.calls(app)
      },
    })
    const before = {
      parents: [{ id: 1, name: "old", upper: "OLD" }],
      children: [{ id: 1, parent_id: 1 }],
      events: null,
      lone: [{ n: 1 }],
      log: null,
      id: "1",
    }
    expect(seen).toEqual([before, before, before])
  })
})
