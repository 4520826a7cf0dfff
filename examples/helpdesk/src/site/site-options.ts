import { csrf } from "@trivet/auth"
import { multipart } from "@trivet/multipart"
import { type AppOptions, callLog, requestId, securityHeaders } from "trivet"
import { web } from "trivet/web"
import { errorPage } from "./error-page.ts"
import { Visitors } from "./visitors.ts"

/** The platform of the site, and what stands before every page. The tests use the same. */
export const siteOptions: Pick<AppOptions, "platform" | "guards" | "middlewares"> = {
  platform: web({
    error: errorPage,
    bodies: [multipart({ maxFileSize: "4 MB", maxTotal: "5 MB", maxFiles: 1 })],
  }),
  // Each route needs a guard, such as SignedIn, or says with `anyone` that it is public.
  guards: "required",
  middlewares: [
    requestId(),
    callLog(),
    securityHeaders({
      // The platform writes one for each page.
      "content-security-policy": false,
      // Not `no-referrer`: browsers would then call the origin of our own forms `null`, and the next line refuses that.
      "referrer-policy": "same-origin",
    }),
    // Another site's page must not send our forms with a visitor's cookie. So forms need no hidden token.
    csrf(),
    Visitors,
  ],
}
