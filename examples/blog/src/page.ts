import { join } from "node:path"
import { anyone, group, module, provide, routes, securityHeaders } from "trivet"
import { api } from "trivet/api"
import { serve, staticFiles } from "trivet/node"
import { blog } from "./app-module.ts"
import { ownPosts } from "./posts/posts-policy.ts"
import { listOf, readSettings, Settings } from "./settings.ts"

/** The files of the page, with the script that Rolldown has made of `page/page.ts`. */
class PageController {
  routes() {
    return routes([
      group(
        "",
        [anyone],
        [staticFiles("/page", join(import.meta.dirname, "../page/public"), { index: true })],
      ),
    ])
  }
}

const PageModule = module({ name: "page", imports: [blog(ownPosts)], declarations: [PageController] })

// What the page may load and call: its own server. It sends no form itself, so a password is in no address.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:"
const rest = "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

const settings = readSettings()
await serve(PageModule, {
  platform: api(),
  guards: "required",
  middlewares: [securityHeaders({ "content-security-policy": `${policy}; ${rest}` })],
  trustedProxies: listOf(settings.TRUSTED_PROXIES),
  provide: [provide(Settings, () => settings)],
})
