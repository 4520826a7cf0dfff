import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { type OrgPage, orgLayout } from "./org-page.ts"
import type { InvitationDTO } from "./organisations-dto.ts"
import { roleField } from "./role-field.ts"

/** An invitation that is not accepted yet. */
export interface OpenInvitation {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly expires_at: Date
}

/** What the page of the invitations shows. */
export interface InvitationsPage extends OrgPage {
  readonly invitations: readonly OpenInvitation[]
  readonly form: FormState<typeof InvitationDTO>
}

/** The page of the invitations to an organisation. */
export const invitationsView: View<InvitationsPage> = (shown, page) => {
  const { organisation, invitations, form } = shown
  const { input, errors } = form
  return orgLayout(
    "Invitations",
    shown,
    page,
    html`<form method="post" action="/orgs/${organisation.id}/invitations" novalidate>
        ${fieldView({ name: "email", label: "E-mail address", type: "email", value: input.email, error: errors.email })}
        <div class="field">
          ${roleField(organisation.role, { id: "role", label: "Role", ...input })}
          ${errors.role && html`<p class="error">${errors.role}</p>`}
        </div>
        <button>Invite</button>
      </form>
      ${invitations.length === 0 && html`<p>No invitation is open.</p>`}
      <ul class="rows">
        ${invitations.map((one) => invitationView(one, organisation.id))}
      </ul>`,
  )
}

function invitationView({ id, email, role, expires_at }: OpenInvitation, org: string) {
  return html`<li>
    <div>
      <strong>${email}</strong>
      <p>As ${role}, until ${expires_at.toISOString().slice(0, 10)}</p>
    </div>
    <form method="post" action="/orgs/${org}/invitations/${id}/withdraw">
      <button class="plain" aria-label="Withdraw the invitation of ${email}">Withdraw</button>
    </form>
  </li>`
}
