import { Database, postgres } from "@trivet/postgres"
import type { Generated } from "kysely"
import { inject } from "trivet"
import { Settings } from "../settings.ts"

export interface Tables {
  users: { id: string; email: string; password: string }
  tasks: { id: Generated<number>; user_id: string; title: string; done: Generated<boolean> }
}

/** The database handle: a Kysely instance, for injection. */
export class Db extends Database<Tables> {}

export const DatabaseModule = postgres(Db, () => ({
  url: inject(Settings).DATABASE_URL,
  migrations: new URL("migrations/", import.meta.url),
  migrateAtStart: true,
}))
