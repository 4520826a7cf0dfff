import { fileMigrations } from "@trivet/files"
import { jobMigrations } from "@trivet/jobs"
import { idempotencyMigrations, postgres } from "@trivet/postgres"
import { inject } from "trivet"
import { Settings } from "../settings.ts"
import { Db } from "./db.ts"

/** What makes the tables. Tests begin with a copy of a database that has them. */
export const migrations = [
  jobMigrations,
  fileMigrations,
  idempotencyMigrations,
  new URL("migrations/", import.meta.url),
]

/** The database, whose tables are made when the application starts. */
export const DatabaseModule = postgres(Db, () => ({
  url: inject(Settings).DATABASE_URL,
  migrations,
  migrateAtStart: true,
  // What agents answer, and what is read before the organisation of a call is known, is kept apart by queries: `visibleTo()`, `OrganisationsStore`.
  tenant: {
    column: "org_id",
    role: "helpdesk_app",
    except: ["tickets", "members", "invitations", "org_events"],
  },
}))
