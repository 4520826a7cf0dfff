import { staticFiles } from "trivet/node"

/** A folder's files, which need a file system and so differ from runtime to runtime. */
export class FilesController {
  routes() {
    return [staticFiles("/static", new URL("../static/", import.meta.url), { types: { txt: "text/plain" } })]
  }
}
