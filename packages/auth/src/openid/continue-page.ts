import { Reply, ReplyHeaders } from "trivet"

/** The page for somebody who comes from another site: a link begins the sign-in. No other page can embed it or press it. */
export function continuePage(path: string, target: string): Reply {
  // Escaped for a query, and so for an attribute too.
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
