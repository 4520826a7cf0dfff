import { type FormState, html, type Html, type HtmlValue, type View } from "trivet/web"
import type { Task } from "../tasks/tasks-contract.ts"
import type { Credentials } from "../users/users-service.ts"

function layout(title: string, content: HtmlValue): Html {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <h1>${title}</h1>
      ${content}
    </html>`
}

export const loginView: View<FormState<typeof Credentials>> = ({ input, errors }) =>
  layout(
    "Log in",
    html`<form method="post" action="/login">
      <p>${errors[""]}</p>
      <label>E-mail address <input name="email" type="email" value="${input.email}" /></label> ${errors.email}
      <label>Password <input name="password" type="password" /></label> ${errors.password}
      <button>Log in</button>
    </form>`,
  )

export const tasksView: View<readonly Task[]> = (tasks) =>
  layout(
    "Tasks",
    html`<ul>
        ${tasks.map(({ title, done }) => html`<li>${done ? html`<s>${title}</s>` : title}</li>`)}
      </ul>
      <form method="post" action="/">
        <label>New task <input name="title" required maxlength="200" /></label>
        <button>Add</button>
      </form>`,
  )
