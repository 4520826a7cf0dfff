import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { PublicError } from "trivet"
import { findMigration } from "./find-conflict.ts"

/** The application's files that a resource needs, as specifiers for imports. */
export interface Surroundings {
  /** Where `Db` and its `Tables` are. */
  readonly db: string
  /** Where `DatabaseModule` is. */
  readonly databaseModule: string
  /** The folder of migrations. */
  readonly migrations: string
  /** Where `isUuid()` is, if the application has it. */
  readonly isUuid: string | undefined
  /** Where `Settings` and `readSettings()` are, if the application has them. */
  readonly settings: string | undefined
  /** Where `ErrorBody` is, if the application gave its errors a form. */
  readonly errorBody: string | undefined
  /** Where `CredentialsModule` is, if the application has one. */
  readonly credentials: string | undefined
  /** Where tests find `createApi()` and `signUp()`, if the application has them. */
  readonly createApi: string | undefined
  /** Whether a migration makes a table of users whose ids are UUIDs. */
  readonly hasUsers: boolean
}

const users = /\.createTable\("users"\)\s*\.addColumn\("id", "uuid"/

/** Whether an application has a folder for its database. */
export function hasDatabase(folder: string, packageFolder: string): boolean {
  return finder(folder, packageFolder)("database/db.ts", /(?:)/) !== undefined
}

/** Finds these files in the folders above a folder, up to the package's. There must be a database. */
export function surroundingsOf(folder: string, packageFolder: string): Surroundings {
  const find = finder(folder, packageFolder)
  const db = find("database/db.ts", /\bexport class Db\b/)
  const made = /\bexport const DatabaseModule\b/
  const databaseModule = find("database/database-module.ts", made) ?? find("database/db.ts", made)
  if (db === undefined || databaseModule === undefined)
    throw new PublicError(
      400,
      "a resource keeps its rows in a database, and there is no src/database with `Db` in db.ts and `DatabaseModule` in database-module.ts: an application of `trivet app --template=api` has them, and --type=plain needs none",
    )
  const file = join(folder, db)
  if (!/\bexport interface Tables\b/.test(readFileSync(file, "utf8")))
    throw new PublicError(
      400,
      `${relative(process.cwd(), file)} has no \`export interface Tables\`, to which a resource adds its table`,
    )
  const migrations = join(dirname(file), "migrations")
  return {
    db,
    databaseModule,
    migrations,
    isUuid: find("database/is-uuid.ts", /\bexport function isUuid\b/),
    settings: find("settings.ts", /\bexport function readSettings\b/),
    errorBody: find("errors.ts", /\bexport const ErrorBody\b/),
    credentials: find("credentials/credentials-module.ts", /\bexport const CredentialsModule\b/),
    createApi: find("testing/create-api.ts", /\bexport async function signUp\b/),
    hasUsers: findMigration(migrations, (text) => users.test(text)) !== undefined,
  }
}

/** The files of an application of the template `web` that a page needs, as specifiers for imports. */
export interface Site {
  /** Where `SignedIn` is, which rejects users who are not signed in. */
  readonly signedIn: string
  readonly layout: string
  readonly fieldView: string
  /** Where the tests find `createSite()` and `Browser`. */
  readonly createSite: string
}

/** The site around a folder; `undefined` if one of its parts is missing. */
export function findSite(folder: string, packageFolder: string): Site | undefined {
  const find = finder(folder, packageFolder)
  const signedIn = find("site/signed-in.ts", /\bexport class SignedIn\b/)
  const layout = find("site/layout.ts", /\bexport function layout\b/)
  const fieldView = find("site/field-view.ts", /\bexport function fieldView\b/)
  const createSite = find("testing/create-site.ts", /\bexport (?:async )?function createSite\b/)
  return signedIn && layout && fieldView && createSite
    ? { signedIn, layout, fieldView, createSite }
    : undefined
}

/** Finds a file whose text matches, and returns its specifier relative to the folder. */
function finder(folder: string, packageFolder: string) {
  return (path: string, holds: RegExp): string | undefined => {
    for (let above = dirname(folder); above.startsWith(packageFolder); above = dirname(above)) {
      const file = join(above, path)
      if (existsSync(file) && holds.test(readFileSync(file, "utf8")))
        return relative(folder, file).split(sep).join("/")
    }
    return undefined
  }
}
