import { permissions } from "@trivet/auth"

const grants = {
  member: ["org:read"],
  admin: ["org:read", "members:manage", "events:read"],
  owner: ["org:read", "members:manage", "events:read", "owners:manage"],
} as const

/** A role in an organisation. Add yours here; the database takes every name. */
export type OrgRole = keyof typeof grants

/** `can("members:manage")` after `OrgMember` requires a role in the organisation that has the permission. */
export const can = permissions(grants)

/** Whether a role has a permission, for what depends on more than the route. */
export function mayIn(role: OrgRole, permission: (typeof grants)[OrgRole][number]): boolean {
  return (grants[role] as readonly string[]).includes(permission)
}
