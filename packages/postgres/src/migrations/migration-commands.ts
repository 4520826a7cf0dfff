import { command, type Context, type Dto, dto, group, PublicError, type Route, routes } from "trivet"
import type { MigrationState, Migrator, PlannedStatement } from "./migrator.ts"

interface CommandOptions {
  readonly "dry-run"?: boolean
  readonly steps?: number
  readonly name?: string
}

type OptionsContext = Context<{
  readonly path: ""
  readonly accepts: { readonly query: Dto<CommandOptions> }
}>

const migrateOptions: Dto<CommandOptions> = dto({ "dry-run": "boolean; only show the SQL" })
const rollbackOptions: Dto<CommandOptions> = dto({
  steps: "integer,min=1; how many of the last migrations",
  name: "; the one migration with this name, as `status` shows it",
  "dry-run": "boolean; only show the SQL",
})

/** The commands `db migrate`, `db status` and `db rollback` of the CLI platform. */
export class MigrationCommands {
  readonly #migrator: Migrator
  readonly #group: string

  constructor(migrator: Migrator, name: string) {
    this.#migrator = migrator
    this.#group = name
  }

  routes(): readonly Route[] {
    return routes([
      group(this.#group, [
        command("migrate", this.migrate, {
          summary: "Apply pending migrations; with --dry-run only show their SQL",
          accepts: { query: migrateOptions },
        }),
        command("status", this.status, { summary: "List the migrations and whether they are applied" }),
        command("rollback", this.rollback, {
          summary:
            "Roll back the last migration, the last --steps, or that of --name; with --dry-run only show the SQL",
          accepts: { query: rollbackOptions },
        }),
      ]),
    ])
  }

  async migrate(ctx: OptionsContext): Promise<string | readonly PlannedStatement[]> {
    if (ctx.input("query")["dry-run"] === true) return this.#migrator.planMigrate()
    return told("applied", await this.#migrator.migrate())
  }

  status(): Promise<readonly MigrationState[]> {
    return this.#migrator.status()
  }

  async rollback(ctx: OptionsContext): Promise<string | readonly PlannedStatement[]> {
    const { steps, name, "dry-run": dry } = ctx.input("query")
    if (steps !== undefined && name !== undefined)
      throw new PublicError(400, "--steps and --name cannot be combined. Type only one of them")
    const which = name ?? steps ?? 1
    if (dry === true) return this.#migrator.planRollback(which)
    return told("rolled back", await this.#migrator.rollback(which))
  }
}

function told(what: string, names: readonly string[]): string {
  return names.length === 0 ? "Nothing to do" : names.map((name) => `${what} ${name}`).join("\n")
}
