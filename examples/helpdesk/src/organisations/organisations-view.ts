import { type FormState, html, type View } from "trivet/web"
import { fieldView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { OwnOrganisation } from "./org-page.ts"
import type { OrganisationDTO } from "./organisations-dto.ts"

/** What the page of my organisations shows. */
export interface OrganisationsPage {
  readonly organisations: readonly OwnOrganisation[]
  readonly form: FormState<typeof OrganisationDTO>
}

/** The page of my organisations. */
export const organisationsView: View<OrganisationsPage> = (
  { organisations, form: { input, errors } },
  page,
) =>
  layout(
    "Organisations",
    page,
    html`<h1>Organisations</h1>
      ${organisations.length === 0 && html`<p>You are in no organisation yet.</p>`}
      <ul class="rows">
        ${organisations.map(organisationView)}
      </ul>
      <h2>New organisation</h2>
      <form method="post" action="/orgs" novalidate>
        ${fieldView({ name: "name", label: "Name", autocomplete: "organization", value: input.name, error: errors.name })}
        <button>Create</button>
      </form>`,
  )

function organisationView({ id, name, role }: OwnOrganisation) {
  return html`<li>
    <div>
      <a href="/orgs/${id}"><strong>${name}</strong></a>
      <p>Your role: ${role}</p>
    </div>
  </li>`
}
