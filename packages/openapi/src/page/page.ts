/**
 * The Content-Security-Policy of the page: it may load from and call its own server only. Images in style sheets are
 * `data:` URLs. The browser blocks everything else.
 */
export const pagePolicy: string =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page, with relative links, so that it also works behind a proxy with a path prefix. */
export function pageHtml(title: string, folder: string, document: string): string {
  const name = escape(title)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>${name}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${escape(folder)}/swagger-ui.css" />
    <link rel="stylesheet" href="${escape(folder)}/page.css" />
  </head>
  <body>
    <main id="page" data-document="${escape(document)}"></main>
    <noscript>This page needs JavaScript. The document itself is at <a href="${escape(document)}">${escape(document)}</a>.</noscript>
    <script src="${escape(folder)}/swagger-ui-bundle.js"></script>
    <script src="${escape(folder)}/page.js"></script>
  </body>
</html>
`
}

/** The relative path from one absolute path to another. */
export function relativePath(from: string, to: string): string {
  const depth = from.split("/").length - 2
  return depth === 0 ? `.${to}` : `${"../".repeat(depth)}${to.slice(1)}`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
