import { type ErrorView, html } from "trivet/web"
import { layout } from "./layout.ts"

const told: Readonly<Record<number, readonly [title: string, text: string]>> = {
  400: ["That did not make sense", "Something in the address or in what was sent is not as it should be."],
  401: ["Who are you?", "This part of the site is for programs that bring a token."],
  403: ["You cannot do that here", "Only its author can change a post, and only from a page of this site."],
  404: ["There is nothing here", "The page has moved, was deleted, or has never been."],
  413: ["That is too large", "What was sent is larger than we can take."],
  429: ["Slow down a little", "There were too many tries. Wait for a while, then try again."],
  503: ["We are catching our breath", "The site is not available for a moment. Try again shortly."],
}

/** The site's page for whatever goes wrong. */
export const errorPage: ErrorView = ({ status, title, message }, page) => {
  const [heading, text] = told[status] ?? [
    title,
    status < 500 ? message : "That was our fault. It has been noted.",
  ]
  return layout(
    { title: heading, hidden: true },
    page,
    html`<div class="mishap">
      <p class="number" aria-hidden="true">${status}</p>
      <h1>${heading}</h1>
      <p class="lede">${text}</p>
      <p class="row"><a class="button main" href="/">To the latest posts</a></p>
    </div>`,
  )
}
