import { type FormState, type Html, html, type View } from "trivet/web"
import { fieldView, troubleView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import { proseView } from "./prose-view.ts"
import type { WritingForm } from "./writing-form.ts"

/** What the page to write on shows. */
export interface Writing {
  readonly form: FormState<typeof WritingForm>
  /** Whether to show what was typed as readers would see it. */
  readonly isPreview?: boolean
  /** The post that is being changed; absent while it is new. */
  readonly post?: { readonly id: string; readonly published: boolean }
}

/** The page to write a post on, new or not. */
export const writingView: View<Writing> = ({ form, isPreview = false, post }, page) => {
  const { input, errors } = form
  const title = post === undefined ? "Write a post" : "Edit your post"
  return layout(
    { title, hidden: true },
    page,
    html`<div class="head"><h1>${title}</h1></div>
      ${isPreview && previewView(input)}
      <form method="post" action="${post === undefined ? "/write" : `/posts/${post.id}/edit`}" novalidate>
        ${troubleView(errors)}
        ${fieldView({ name: "title", label: "Title", class: "title", value: input.title, error: errors.title })}
        ${fieldView({
          name: "content",
          label: "Text",
          type: "lines",
          hint: "An empty line begins a new paragraph. ## heading, > quote, - list, **bold**, *italic*, `code`.",
          value: input.content,
          error: errors.content,
        })}
        ${buttonsView(post)}
      </form>`,
  )
}

// Enter in the title presses the first button, so that must be the harmless one.
function buttonsView(post: Writing["post"]): Html {
  return html`<div class="row">
    <button class="button main" name="intent" value="save">
      ${post?.published === true ? "Save" : "Save the draft"}
    </button>
    <button class="button" name="intent" value="preview">Preview</button>
    ${post?.published !== true && html`<button class="button" name="intent" value="publish">Save and publish</button>`}
  </div>`
}

function previewView({ title, content = "" }: FormState<typeof WritingForm>["input"]): Html {
  return html`<section class="panel preview" aria-labelledby="preview">
    <h2 id="preview">Preview. Nothing is saved yet.</h2>
    <h3>${title}</h3>
    ${proseView(content, 4)}
  </section>`
}
