import { Reply, ReplyHeaders } from "trivet"

/**
 * The page for a browser that comes from another site: the user begins the sign-in with a link. Other pages cannot
 * embed it.
 */
export function continuePage(path: string, target: string): Reply {
  // `encodeURIComponent()` also escapes the quotes of the attribute.
  const link = `${path}?return=${encodeURIComponent(target)}`
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign in</title>
  </head>
  <body>
    <main>
      <h1>Sign in</h1>
      <p>You came here from another site.</p>
      <p><a href="${link}">Continue to sign in</a></p>
    </main>
  </body>
</html>
`
  const reply = Reply.body(200, "text/html; charset=utf-8", page)
  reply.headers = new ReplyHeaders()
    .set("cache-control", "no-store")
    .set("content-security-policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    .set("x-frame-options", "DENY")
  return reply
}
