import { jobMigrations } from "@trivet/jobs"
import { postgres } from "@trivet/postgres"
import { inject, module } from "trivet"
import { Settings } from "../settings.ts"
import { Db } from "./db.ts"
import { TablesService } from "./tables-service.ts"

const PostgresModule = postgres(Db, () => {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_PREPARE: prepare } = inject(Settings)
  return {
    url,
    directUrl: direct,
    preparedStatements: prepare === "on",
    migrations: [jobMigrations],
    migrateAtStart: true,
  }
})

/** The database, with its tables. Those for jobs come with their package, the others are those of `TablesService`. */
export const DatabaseModule = module({
  name: "database",
  imports: [PostgresModule],
  exports: [Db],
  declarations: [TablesService],
})
