import { get, routes } from "trivet"
import { SignedIn } from "../site/signed-in.ts"
import { homeView } from "./home-view.ts"

/** Answers `/`. */
export class HomeController {
  routes() {
    return routes([get("/", this.index, { view: homeView, middlewares: [SignedIn] })])
  }

  index() {
    return {}
  }
}
