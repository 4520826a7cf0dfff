import type { TextEdit } from "../edit/text-edit.ts"

const login = "src/login/login-controller.ts"
const sheet = "src/site/assets/site.css"
const access = "src/testing/access.ts"

/** The edits that only a site needs: signing in leads back to an invitation, and the pages have links and styles. */
export const organisationPagesEdits: readonly TextEdit[] = [
  {
    file: login,
    find: `import { RegisterDTO } from`,
    put: `import { pageAfterSignIn } from "../organisations/invitation-cookie.ts"\nimport { RegisterDTO } from`,
  },
  {
    file: login,
    find: 'text: `Welcome, ${made.user.name}.` })\n    return redirect("/")',
    put: "text: `Welcome, ${made.user.name}.` })\n    return redirect(pageAfterSignIn(ctx))",
  },
  {
    file: login,
    find: `    await this.#begin(ctx, found.user.id, found.generation)\n    return redirect("/")`,
    put: `    await this.#begin(ctx, found.user.id, found.generation)\n    return redirect(pageAfterSignIn(ctx))`,
  },
  {
    file: "src/site/layout.ts",
    find: '  return html`<a href="/account">Account</a>\n',
    put: '  return html`<a href="/orgs">Organisations</a>\n    <a href="/account">Account</a>\n',
  },
  {
    file: sheet,
    find: `header {\n  display: flex;\n`,
    put: `header {\n  display: flex;\n  flex-wrap: wrap;\n  column-gap: 1rem;\n`,
  },
  {
    file: sheet,
    find: `nav {\n  display: flex;\n`,
    put: `nav {\n  display: flex;\n  flex-wrap: wrap;\n`,
  },
  {
    file: sheet,
    find: `input {\n  width: 100%;\n`,
    put: `input,\nselect {\n  width: 100%;\n`,
  },
  {
    file: sheet,
    find: `pre {\n  overflow-x: auto;\n}\n`,
    put: `pre {
  overflow-x: auto;
}

[aria-current] {
  color: inherit;
  font-weight: 600;
}

.pages {
  margin-bottom: 1rem;
}

.switch {
  margin-top: 2rem;
  color: var(--quiet);
}

.rows li:has(.actions) {
  flex-wrap: wrap;
}

.actions,
.actions form {
  display: flex;
  gap: 1rem;
  align-items: center;
}

.actions select {
  width: auto;
}

.actions label {
  position: absolute;
  clip-path: inset(50%);
}

summary {
  cursor: pointer;
}
`,
  },
  {
    file: access,
    find: `  let hasEnded = false\n`,
    put: `  // Ada owns an organisation, of which Carol is a member. Bob owns another one.
  const carol = newPerson("carol")
  const carolHeaders = await send("/sign-up", carol)
  const post = async (path: string, { cookie }: { cookie: string }, fields: Record<string, string>) => {
    const init = { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) }
    const reply = await server.fetch(new Request(\`\${server.url}\${path}\`, { ...init, redirect: "manual" }))
    if (reply.status !== 303) throw new Error(\`POST \${path} was answered with \${reply.status}\`)
    return reply.headers.get("location") ?? ""
  }
  await post("/orgs", bobHeaders, { name: "Chairs" })
  const lamps = await post("/orgs", adaHeaders, { name: "Lamps" })
  const join = async () => {
    await post(\`\${lamps}/invitations\`, adaHeaders, { email: carol.email, role: "member" })
    const { text } = await server.mailTo(carol.email, /\\/invitation/)
    const [, token = ""] = /token=([\\w-]{43})/.exec(text) ?? []
    await post("/join", { cookie: \`\${carolHeaders.cookie}; invitation=\${token}\` }, {})
  }
  const isMember = async () => {
    const request = new Request(\`\${server.url}\${lamps}\`, { headers: carolHeaders })
    return (await server.fetch(request)).status === 200
  }
  await join()
  let hasLeft = false
  let hasEnded = false
`,
  },
  {
    file: access,
    find: `      bob: { credentials: ["session"], headers: bobHeaders },\n    },\n`,
    put: `      bob: { credentials: ["session"], headers: bobHeaders },
      carol: { credentials: ["session"], roles: ["member"], headers: carolHeaders },
    },
    // Carol sees the organisation too.
    shares: (route, _, reader) => reader === "carol" && route.path === "/orgs",
`,
  },
  {
    file: access,
    find: `        Object.assign(bobHeaders, await send("/sign-in", bob))\n`,
    put: `        Object.assign(bobHeaders, await send("/sign-in", bob))
        Object.assign(carolHeaders, await send("/sign-in", carol))
`,
  },
  {
    file: access,
    find: `      return { form: {}, params }\n`,
    put: `      if (hasLeft && !(await isMember())) await join()
      hasLeft = path === "/orgs/:org/leave"
      Object.assign(params, { org: lamps.slice("/orgs/".length) })
      return { form: {}, params }
`,
  },
]
