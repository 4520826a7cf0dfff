import type { Generated } from "kysely"
import type { OrgRole } from "./org-permissions.ts"

/** A row of `organisations`. */
export interface OrganisationRow {
  readonly id: string
  readonly name: string
  readonly created_at: Date
}

/** A row of `members`: a user in an organisation. */
export interface MemberRow {
  readonly org_id: string
  readonly user_id: string
  readonly role: OrgRole
  readonly created_at: Date
}

/** A row of `invitations`. It is deleted when it is accepted. */
export interface InvitationRow {
  readonly id: string
  readonly org_id: string
  readonly email: string
  readonly role: OrgRole
  /** The hash of the token; `null` until the mail is sent. */
  readonly digest: string | null
  readonly created_at: Date
  readonly expires_at: Date
}

/** A row of `org_events`: who has changed what. */
export interface OrgEventRow {
  readonly id: Generated<string>
  readonly org_id: string
  readonly actor_id: string
  readonly event: string
  readonly about: string
  readonly created_at: Date
}

// A migration makes the tables; here the compiler learns of them.
declare module "../database/db.ts" {
  interface Tables {
    readonly organisations: OrganisationRow
    readonly members: MemberRow
    readonly invitations: InvitationRow
    readonly org_events: OrgEventRow
  }
}
