import { jobs } from "@trivet/jobs"
import { DatabaseModule } from "../database/database-module.ts"
import { Db } from "../database/db.ts"

/** Jobs, which are stored in the database. Every process that serves runs them too. */
export const JobsModule = jobs({ database: Db, imports: [DatabaseModule] })
