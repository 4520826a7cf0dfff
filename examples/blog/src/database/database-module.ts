import { postgres } from "@trivet/postgres"
import { inject, module } from "trivet"
import { Settings } from "../settings.ts"
import { Db } from "./db.ts"
import { TablesService } from "./tables-service.ts"

const PostgresModule = postgres(Db, () => {
  const { DATABASE_URL: url, DATABASE_PREPARE: prepare } = inject(Settings)
  return { url, prepare: prepare === "on", commands: false }
})

/** The database, with its tables. */
export const DatabaseModule = module({
  name: "database",
  imports: [PostgresModule],
  exports: [Db],
  declarations: [TablesService],
})
