import { permissions } from "@trivet/auth"

const grants = {
  member: ["org:read"],
  admin: ["org:read", "members:manage", "events:read", "tickets:read"],
  owner: ["org:read", "members:manage", "events:read", "tickets:read", "owners:manage"],
} as const

/** A role in an organisation. Add yours here; the database takes every name. */
export type OrgRole = keyof typeof grants

/** `can("members:manage")` after `OrgMember` requires a role in the organisation that has the permission. */
export const can = permissions(grants)

/** Whether a role has a permission, for what depends on more than the route. */
export function mayIn(role: OrgRole, permission: (typeof grants)[OrgRole][number]): boolean {
  return (grants[role] as readonly string[]).includes(permission)
}

/** The roles that have a permission, for queries. */
export function rolesWith(permission: (typeof grants)[OrgRole][number]): readonly OrgRole[] {
  return (Object.keys(grants) as OrgRole[]).filter((role) => mayIn(role, permission))
}
