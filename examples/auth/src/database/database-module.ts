import { postgres } from "@trivet/postgres"
import { inject } from "trivet"
import { Settings } from "../settings.ts"
import { Db } from "./db.ts"

/** The database, whose tables are made when the application starts. */
export const DatabaseModule = postgres(Db, () => {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_PREPARE: prepare } = inject(Settings)
  return {
    url,
    directUrl: direct,
    preparedStatements: prepare === "on",
    migrations: new URL("migrations/", import.meta.url),
    migrateAtStart: true,
  }
})
