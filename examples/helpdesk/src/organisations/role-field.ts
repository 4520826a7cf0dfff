import { type Html, html } from "trivet/web"
import { mayIn, type OrgRole } from "./org-permissions.ts"

/** The roles that a page offers. `organisations-dto.ts` says which ones may be given. */
const roles = ["member", "admin", "owner"] as const

/** The choice of a role, among those that the user may give. */
export function roleField(
  own: OrgRole,
  { id, label, value = "member" }: { readonly id: string; readonly label: string; readonly value?: string },
): Html {
  const offered = roles.filter((role) => role !== "owner" || mayIn(own, "owners:manage"))
  return html`<label for="${id}">${label}</label>
    <select id="${id}" name="role">
      ${offered.map((role) => html`<option selected=${role === value}>${role}</option>`)}
    </select>`
}
