import { randomBytes } from "node:crypto"
import { PermanentFailure } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import { type Context, implement, inject } from "trivet"
import { html } from "trivet/web"
import { InvitationMails } from "./invitation-jobs-contract.ts"
import { InvitationLinks } from "./invitation-links.ts"
import { digestOf } from "./members-service.ts"
import { OrganisationsStore } from "./organisations-store.ts"

/** Runs the job of `InvitationMails`. A second attempt sends a new link, which replaces the first. */
export class InvitationJobs {
  readonly #store = inject(OrganisationsStore)
  readonly #links = inject(InvitationLinks)
  readonly #mailer = inject(Mailer)

  routes() {
    return implement(InvitationMails, this)
  }

  async send(ctx: Context<typeof InvitationMails.send>) {
    const token = randomBytes(32).toString("base64url")
    const { id } = await ctx.bind()
    const invitation = await this.#store.setDigest(id, digestOf(token))
    // Withdrawn meanwhile.
    if (invitation === undefined) return
    const { email, organisation } = invitation
    const mail = {
      to: email,
      subject: `Join ${organisation}`,
      html: html`<p>You are invited to join <strong>${organisation}</strong>. Sign in with this address, and
          ${this.#links.accept(token)}</p>
        <p>This works once, for one week. If you do not know who invites you, ignore this mail.</p>`,
    }
    await this.#mailer.send(mail).catch((error: Error & { readonly code?: unknown }) => {
      // A permanent rejection: further attempts would change nothing.
      throw error.code === "MAIL_REJECTED" ? new PermanentFailure(error.message, { cause: error }) : error
    })
  }
}
