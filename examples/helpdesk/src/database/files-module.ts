import { files } from "@trivet/files"
import { inject } from "trivet"
import { Settings } from "../settings.ts"
import { DatabaseModule } from "./database-module.ts"
import { Db } from "./db.ts"

/** Files of tickets. In development they are in memory where `FILES_URL` is not set. */
export const FilesModule = files({
  database: Db,
  imports: [DatabaseModule],
  url: () => inject(Settings).FILES_URL,
})
