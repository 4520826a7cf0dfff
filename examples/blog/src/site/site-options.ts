import { csrf } from "@trivet/auth"
import { multipart } from "@trivet/multipart"
import { type AppOptions, securityHeaders } from "trivet"
import { web } from "trivet/web"
import { errorPage } from "./error-page.ts"
import { Visitors } from "./visitors.ts"

/** The platform of the site, and what stands before each of its pages. */
export const siteOptions: Pick<AppOptions, "platform" | "guards" | "middlewares"> = {
  platform: web({ error: errorPage, bodies: [multipart({ maxFileSize: "8 MB", maxFiles: 1 })] }),
  guards: "required",
  middlewares: [
    securityHeaders({
      // The platform writes one for each page.
      "content-security-policy": false,
      // Not `no-referrer`: browsers would then call the origin of our own forms `null`, and the next line refuses that.
      "referrer-policy": "same-origin",
    }),
    csrf(),
    Visitors,
  ],
}
