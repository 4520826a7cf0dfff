import type { OutputOf } from "trivet"
import { ClientError, createClient } from "trivet/client"
import type { AuthoredPost, Post } from "../src/posts/post.ts"
import { Posts } from "../src/posts/posts-contract.ts"
import { Auth } from "../src/users/auth-contract.ts"

// In memory only: nothing else in the browser keeps it, and a reload forgets it.
let token: string | undefined

const options = {
  url: "",
  timeout: 10_000,
  headers: () => ({
    // Problem details say which field is wrong, and why.
    accept: "application/problem+json, application/json;q=0.9",
    authorization: token && `Bearer ${token}`,
  }),
}
const auth = createClient(Auth, options)
const posts = createClient(Posts, options)

const logInForm = find("#log-in", HTMLFormElement)
const writeForm = find("#write", HTMLFormElement)
const trouble = find("#trouble", HTMLElement)

onSubmit(logInForm, async ({ email = "", password = "", name = "" }, button) => {
  if (button === "register") {
    const made = await auth.register({ body: { email, password, name } })
    if (made.status !== 201) return explain(logInForm, made)
  }
  const reply = await auth.login({ body: { email, password } })
  if (reply.status === 401) return say(logInForm, "The e-mail address or the password is wrong.")
  if (reply.status !== 200) return explain(logInForm, reply)
  token = reply.body.token
  logInForm.reset()
  await showAll()
  return find("#title", HTMLElement).focus()
})

onSubmit(writeForm, async ({ title = "", content = "" }) => {
  const reply = await posts.create({ body: { title, content } })
  if (reply.status !== 201) return explain(writeForm, reply)
  writeForm.reset()
  return showAll()
})

find("#log-out", HTMLElement).addEventListener("click", () => {
  token = undefined
  void attempt(trouble, showAll)
})

void attempt(trouble, showAll)

/** Shows what the visitor may see now: the published posts, and one's own after a login. */
async function showAll(): Promise<void> {
  const own = token === undefined ? undefined : await posts.mine({ query: { limit: "20" } })
  // The token has run out, or the blog has another key.
  if (own?.status === 401) {
    token = undefined
    say(logInForm, "You are no longer logged in.")
  }
  find("#own", HTMLElement).hidden = writeForm.hidden = token === undefined
  find("#log-out", HTMLElement).hidden = token === undefined
  logInForm.hidden = token !== undefined
  if (own?.status === 200) fill("#own-posts", own.body.map(ownPost))
  const { body: published } = await posts.index({ query: { limit: "20" } }).orThrow()
  fill("#posts", published.map(publishedPost))
}

function publishedPost({
  title = "",
  content = "",
  author,
  created_at,
}: OutputOf<typeof AuthoredPost>): HTMLElement {
  const date = new Date(created_at).toLocaleDateString()
  return make("li", [make("h3", title), make("p", `${author.name}, ${date}`, "about"), make("p", content)])
}

function ownPost({ id, title = "", content = "", published }: OutputOf<typeof Post>): HTMLElement {
  const publish = action(published ? "Take back" : "Publish", () =>
    posts.update({ params: { id }, body: { title, content, published: !published } }),
  )
  const remove = action("Remove", () => posts.delete({ params: { id } }))
  const state = make("p", published ? "published" : "a draft", "about")
  return make("li", [make("h3", title), state, make("div", [publish, remove], "row")])
}

/** A button that calls the blog and shows what there is afterwards. */
function action(name: string, call: () => Promise<Refusal & { readonly ok: boolean }>): Node {
  const button = make("button", name, "quiet")
  button.addEventListener("click", () => {
    void attempt(trouble, async () => {
      const { ok, status, body } = await call()
      await showAll()
      if (!ok && status !== 401) trouble.textContent = problemOf(body).message
    })
  })
  return button
}

/** Calls a function with the fields of a form, and the value of the button that sent it. */
function onSubmit(
  form: HTMLFormElement,
  act: (fields: Readonly<Record<string, string>>, button: string | undefined) => void | Promise<void>,
): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    // A second click does not write a second post.
    if (form.ariaBusy === "true") return
    form.ariaBusy = "true"
    for (const note of form.querySelectorAll(".error, .message")) note.textContent = ""
    for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid")
    const fields = [...new FormData(form)].filter(
      (field): field is [string, string] => typeof field[1] === "string",
    )
    const button = event.submitter?.getAttribute("value") ?? undefined
    void attempt(find(".message", HTMLElement, form), () => act(Object.fromEntries(fields), button)).finally(
      () => (form.ariaBusy = null),
    )
  })
}

/** Does something that calls the blog, and says so where it got no reply. */
async function attempt(place: HTMLElement, act: () => void | Promise<void>): Promise<void> {
  place.textContent = ""
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    place.textContent = error.code === "STATUS" ? problemOf(error.body).message : "The blog does not answer."
  }
}

/** Shows why the blog has refused a form: beside its fields, or above them. */
function explain(form: HTMLFormElement, { status, body }: Refusal): void | Promise<void> {
  if (status === 401) return showAll()
  const { message, errors } = problemOf(body)
  for (const { path, message: reason } of errors) {
    find(`#${path}`, HTMLElement, form).setAttribute("aria-invalid", "true")
    find(`#${path}-error`, HTMLElement, form).textContent = `This field ${reason}.`
  }
  if (errors.length === 0) return say(form, message)
  return find(`#${errors[0]!.path}`, HTMLElement, form).focus()
}

function say(form: HTMLFormElement, text: string): void {
  find(".message", HTMLElement, form).textContent = text
}

/** What an error's body says, in the blog's two forms: `{ error }`, and problem details. */
function problemOf(body: unknown): { readonly message: string; readonly errors: readonly Issue[] } {
  const { detail, error, errors = [] } = (body ?? {}) as { detail?: string; error?: string; errors?: Issue[] }
  return { message: detail ?? error ?? "The blog could not do that.", errors }
}

interface Refusal {
  readonly status: number
  readonly body: unknown
}

interface Issue {
  readonly path: string
  readonly message: string
}

function fill(selector: string, items: readonly Node[]): void {
  find(selector, HTMLElement).replaceChildren(
    ...(items.length > 0 ? items : [make("li", "None yet.", "none")]),
  )
}

/** Makes an element. Texts become text, never markup. */
function make(name: string, content: string | readonly Node[], className = ""): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  element.append(...(typeof content === "string" ? [content] : content))
  return element
}

function find<Found extends Element>(
  selector: string,
  type: abstract new () => Found,
  within: ParentNode = document,
): Found {
  const found = within.querySelector(selector)
  if (found instanceof type) return found
  throw new Error(`the page has no ${selector}`)
}
