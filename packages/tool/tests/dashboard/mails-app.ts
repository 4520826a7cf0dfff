/** What the markup of a mail tries: scripts, an image of another host, a form, another page in place of its own. */
function hostileMarkup(elsewhere: string): string {
  return [
    `<script>parent.document.title = "owned"</script>`,
    `<img src="x" onerror="parent.document.title='owned'">`,
    `<img src="${elsewhere}/image" alt="">`,
    `<link rel="stylesheet" href="${elsewhere}/style">`,
    `<form action="${elsewhere}/form"><button>go</button></form>`,
  ].join("")
}

/** An application that keeps its mails. The markup of one tries to reach the address `elsewhere`. */
export const mailsFiles = (elsewhere: string): Readonly<Record<string, string>> => ({
  "src/main.ts": `import { mail, Mailer } from "@trivet/mail"
import { type Context, inject, module, post, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { html, raw } from "trivet/web"

class Shop {
  readonly #mailer = inject(Mailer)

  routes() {
    return routes([post("/orders/:name", this.order), post("/hostile", this.hostile)])
  }
  async order(ctx: Context<"/orders/:name">) {
    const link = "https://shop.example/confirm?code=abc123"
    await this.#mailer.send({
      to: { name: "Ann", address: "ann@example.com" },
      bcc: "log@example.com",
      subject: "Order of " + ctx.param("name"),
      html: html\`<h1>Hello \${ctx.param("name")}</h1><p>Confirm: <a href="\${link}">here</a></p>\`,
    })
    return {}
  }
  async hostile() {
    const markup = ${JSON.stringify(hostileMarkup(elsewhere))}
    await this.#mailer.send({ to: "eve@example.com", subject: "<b>Hostile</b>", html: raw("<p>before</p>" + markup), text: "see javascript:alert(1)" })
    return {}
  }
}

const Mail = mail({ from: "shop@example.com" })
await serve(module({ name: "shop", imports: [Mail], declarations: [Shop] }), { platform: api() })
`,
})
