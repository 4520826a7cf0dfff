import { join } from "node:path"
import { routes } from "trivet"
import { files } from "trivet/node"

/** The style sheet and the emblem. */
export class AssetsController {
  routes() {
    return routes([files("/assets", join(import.meta.dirname, "assets"))])
  }
}
