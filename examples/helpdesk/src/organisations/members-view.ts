import { type Html, html, type View } from "trivet/web"
import { type OrgPage, orgLayout } from "./org-page.ts"
import { mayIn } from "./org-permissions.ts"
import { roleField } from "./role-field.ts"

/** A member, as the others see it. */
export interface MemberOfPage {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: string
}

/** What the page of the members shows. */
export interface MembersPage extends OrgPage {
  readonly members: readonly MemberOfPage[]
  /** Where the next page begins, if there is one. */
  readonly next: string | undefined
  /** The user who looks at it. */
  readonly own: string
}

/** The page of the members of an organisation. */
export const membersView: View<MembersPage> = (shown, page) =>
  orgLayout(
    "Members",
    shown,
    page,
    html`<ul class="rows">
        ${shown.members.map((member) => memberView(member, shown))}
      </ul>
      ${shown.next !== undefined && html`<p><a href="${pathOf(shown.organisation.id, shown.next)}">More members</a></p>`}
      <details>
        <summary>Leave ${shown.organisation.name}</summary>
        <form method="post" action="/orgs/${shown.organisation.id}/leave">
          <p>You can come back only with another invitation.</p>
          <button>Leave</button>
        </form>
      </details>`,
  )

function pathOf(org: string, cursor: string): string {
  return `/orgs/${org}?${new URLSearchParams({ cursor }).toString()}`
}

function memberView(member: MemberOfPage, { own, organisation }: MembersPage): Html {
  const { id, name, email, role } = member
  // Only owners decide on owners.
  const isManaged = mayIn(organisation.role, role === "owner" ? "owners:manage" : "members:manage")
  return html`<li>
    <div>
      <strong>${name}</strong>${id === own && " (you)"}
      <p>${email}, ${role}</p>
    </div>
    ${isManaged && manageView(member, organisation, id === own)}
  </li>`
}

function manageView(
  { id, name, role }: MemberOfPage,
  organisation: MembersPage["organisation"],
  isOwn: boolean,
): Html {
  const path = `/orgs/${organisation.id}/members/${id}`
  const label = `Role of ${name}`
  return html`<div class="actions">
    <form method="post" action="${path}/role">
      ${roleField(organisation.role, { id: `role-${id}`, label, value: role })}
      <button class="plain" aria-label="Change the role of ${name}">Change</button>
    </form>
    ${
      !isOwn &&
      html`<form method="post" action="${path}/remove">
      <button class="plain" aria-label="Remove ${name}">Remove</button>
    </form>`
    }
  </div>`
}
