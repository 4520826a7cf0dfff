import { join } from "node:path"
import { anyone, group, routes } from "trivet"
import { staticFiles } from "trivet/node"

/** The style sheet. */
export class AssetsController {
  routes() {
    return routes([group("", [anyone], [staticFiles("/assets", join(import.meta.dirname, "assets"))])])
  }
}
