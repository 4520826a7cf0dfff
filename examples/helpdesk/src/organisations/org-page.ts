import { type Html, html, type HtmlValue, type Page } from "trivet/web"
import { layout } from "../site/layout.ts"
import { mayIn, type OrgRole } from "./org-permissions.ts"

/** An organisation, as one of its members sees it. */
export interface OwnOrganisation {
  readonly id: string
  readonly name: string
  readonly role: OrgRole
}

/** What all pages of an organisation show. */
export interface OrgPage {
  readonly organisation: OwnOrganisation
  /** The others of the user, to switch to. */
  readonly others: readonly OwnOrganisation[]
}

/** The most organisations that a page offers to switch to. */
const most = 5

/** The frame of the pages of an organisation: its name, its pages, and other organisations. */
export function orgLayout(
  title: string,
  { organisation, others }: OrgPage,
  page: Page,
  content: HtmlValue,
): Html {
  const { id, name, role } = organisation
  const tabs = [
    ["Members", ""],
    ["Tickets", "/tickets"],
    ...(mayIn(role, "members:manage") ? [["Invitations", "/invitations"] as const] : []),
    ...(mayIn(role, "events:read") ? [["Changes", "/events"] as const] : []),
  ] as const
  return layout(
    `${title} of ${name}`,
    page,
    html`<h1>${name}</h1>
      <nav class="pages" aria-label="Pages of the organisation">
        ${tabs.map(
          ([text, path]) =>
            html`<a href="/orgs/${id}${path}" aria-current=${text === title && "page"}>${text}</a>`,
        )}
      </nav>
      ${content}
      ${
        others.length > 0 &&
        html`<nav class="switch" aria-label="Other organisations">
        <span>Switch to</span>
        ${others.slice(0, most).map((one) => html`<a href="/orgs/${one.id}">${one.name}</a>`)}
        ${others.length > most && html`<a href="/orgs">all organisations</a>`}
      </nav>`
      }`,
  )
}
