import { existsSync } from "node:fs"
import { join } from "node:path"
import { PublicError } from "trivet"
import type { TextEdit } from "../edit/text-edit.ts"
import {
  accountEdits,
  accountImporters,
  accountPackages,
  type AccountsPlatform,
  accountVariables,
} from "./account-edits.ts"
import { organisationEdits } from "./organisation-edits.ts"
import { webhookEdits } from "./webhook-edits.ts"

/** Code that is generated into an application of a template, over what it has already. */
export interface Feature {
  /** The folder below `src`, and the folder of the templates. */
  readonly name: string
  /** The module, in `<name>-module.ts`. */
  readonly module: string
  readonly summary: string
  /** The template that the application was made from. Throws for one that the feature cannot be built on. */
  platformOf(packageFolder: string): AccountsPlatform
  readonly edits: Readonly<Record<AccountsPlatform, readonly TextEdit[]>>
  /** The module that imports the new one, beside the root module. */
  readonly importers: Readonly<Record<AccountsPlatform, string>>
  /** Packages that the new code needs. */
  readonly packages: readonly string[]
  /** Lines for `.env.example`, and the names of the variables; none if there are none. */
  readonly variables?: { readonly lines: string; readonly names: string }
}

/** `trivet g accounts`. */
export const accounts: Feature = {
  name: "accounts",
  module: "AccountsModule",
  summary: "Generates verification, password reset and account pages for an application of api or web",
  platformOf: (packageFolder) =>
    platformOf(packageFolder) ??
    reject(
      "accounts are built on users, sessions and a database as `trivet app --template=web` and `--template=api` make them, and this application does not have them",
    ),
  edits: accountEdits,
  importers: accountImporters,
  packages: accountPackages,
  variables: { lines: accountVariables, names: "MAIL_URL, MAIL_FROM, SITE_URL" },
}

/** `trivet g organisations`. */
export const organisations: Feature = {
  name: "organisations",
  module: "OrganisationsModule",
  summary: "Generates organisations with members, roles and invitations for an application with accounts",
  platformOf: (packageFolder) => {
    const platform = hasAccounts(packageFolder) ? platformOf(packageFolder) : undefined
    return (
      platform ??
      reject(
        "organisations are built on accounts as `trivet app --template=web` or `--template=api` and then `trivet g accounts` make them, and this application does not have them",
      )
    )
  },
  edits: organisationEdits,
  // Deleting an account ends its memberships.
  importers: { api: "src/accounts/accounts-module.ts", web: "src/accounts/accounts-module.ts" },
  packages: [],
}

/** `trivet g webhooks`. */
export const webhooks: Feature = {
  name: "webhooks",
  module: "WebhooksModule",
  summary: "Generates webhooks that an application with accounts sends: endpoints, deliveries, replay",
  platformOf: (packageFolder) =>
    (hasAccounts(packageFolder) ? platformOf(packageFolder) : undefined) ??
    reject(
      "webhooks are built on accounts as `trivet app --template=api` or `--template=web` and then `trivet g accounts` make them, and this application does not have them",
    ),
  edits: webhookEdits,
  // A new note is the first event.
  importers: { api: "src/notes/notes-module.ts", web: "src/notes/notes-module.ts" },
  packages: [],
}

function hasAccounts(packageFolder: string): boolean {
  return existsSync(join(packageFolder, "src/accounts/deletion-service.ts"))
}

/** Detects the template of an application from its files. */
function platformOf(packageFolder: string): AccountsPlatform | undefined {
  const has = (path: string) => existsSync(join(packageFolder, "src", path))
  const isKnown = ["credentials/credentials-module.ts", "users/users-store.ts", "database/db.ts"].every(has)
  if (isKnown && has("site/signed-in.ts") && has("login/login-controller.ts")) return "web"
  if (isKnown && has("login/login-contract.ts") && has("jobs/jobs-module.ts")) return "api"
  return undefined
}

function reject(reason: string): never {
  throw new PublicError(400, reason)
}
