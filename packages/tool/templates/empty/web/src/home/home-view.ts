import { html, type View } from "trivet/web"
import { layout } from "../site/layout.ts"

/** The first page of somebody who is signed in. */
export const homeView: View<object> = (_, page) => layout("Home", page, html`<h1>Home</h1>`)
