import type { MailContent } from "@trivet/mail"
import { html } from "trivet/web"

/** The mail with the page on which the customer pays. */
export function payMail(url: string): MailContent {
  return {
    subject: "Pay for a fast answer",
    html: html`<p>We answer your ticket within an hour after you have paid: <a href="${url}">${url}</a></p>`,
  }
}

/** The mail that says that a payment has arrived. */
export function paidMail(): MailContent {
  return {
    subject: "Thank you for your payment",
    html: html`<p>It has arrived. You get an answer within an hour.</p>`,
  }
}
