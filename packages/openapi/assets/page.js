/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access -- a script for browsers: nothing here has types */
// Runs in the browser, after Swagger UI. The document and all calls are on the page's own server: the page's
// content-security-policy allows no other.
const page = document.querySelector("#page")
const dark = matchMedia("(prefers-color-scheme: dark)")
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches)

dark.addEventListener("change", follow)
follow()

globalThis.SwaggerUIBundle({
  domNode: page,
  url: page.dataset.document,
  // Otherwise a badge would ask a service on the internet about the document.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  syntaxHighlight: { theme: dark.matches ? "nord" : "idea" },
})
