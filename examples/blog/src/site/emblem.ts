import { type Html, html } from "trivet/web"

/** A trivet: a ring on three legs. */
export const emblem: Html = html`<svg
  viewBox="0 0 32 32"
  aria-hidden="true"
  fill="none"
  stroke="currentColor"
  stroke-width="2.5"
  stroke-linecap="round"
  stroke-linejoin="round"
>
  <ellipse cx="16" cy="9" rx="12" ry="4.5" />
  <path d="M5 11.5 2.5 25H6M27 11.5 29.5 25H26M16 13.5V28H19" />
</svg>`
