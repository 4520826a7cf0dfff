import { jobMigrations } from "@trivet/jobs"
import { postgres } from "@trivet/postgres"
import { inject } from "trivet"
import { Settings } from "../settings.ts"
import { Db } from "./db.ts"

/** The database, whose tables are made when the application starts. */
export const DatabaseModule = postgres(Db, () => ({
  url: inject(Settings).DATABASE_URL,
  migrations: [jobMigrations, new URL("migrations/", import.meta.url)],
  migrateAtStart: true,
}))
