import { type FormState, html, type View } from "trivet/web"
import type { Post } from "../posts/post.ts"
import { titleOf } from "../posts/title-of.ts"
import { fieldView, troubleView } from "../site/field-view.ts"
import { layout } from "../site/layout.ts"
import type { PictureForm } from "./picture-form.ts"
import type { Picture } from "./pictures.ts"

/** What the page of a post's picture shows. */
export interface PictureEditing {
  readonly post: Post
  readonly form: FormState<typeof PictureForm>
  /** The one that it has. */
  readonly picture: Picture | undefined
}

/** The page where an author gives a post its picture. */
export const pictureView: View<PictureEditing> = ({ post, form: { input, errors }, picture }, page) =>
  layout(
    { title: "Picture", hidden: true },
    page,
    html`<div class="sheet">
      <h1>Picture</h1>
      <p class="lede">For <a href="/posts/${post.id}">${titleOf(post)}</a></p>
      ${picture && html`<img class="present" src="${picture.src}" alt="${picture.description}" />`}
      <form method="post" action="/posts/${post.id}/picture" enctype="multipart/form-data" novalidate>
        ${troubleView(errors)}
        ${fieldView({
          name: "picture",
          label: picture === undefined ? "Choose a picture" : "Choose another one",
          hint: "PNG, JPEG, GIF or WebP, 5 MB at most.",
          type: "file",
          accept: "image/png,image/jpeg,image/gif,image/webp",
          error: errors.picture,
        })}
        ${fieldView({
          name: "description",
          label: "Description",
          hint: "What there is to see, for those who cannot see it.",
          value: input.description ?? picture?.description,
          error: errors.description,
          optional: true,
        })}
        <div class="row">
          <button class="button main">Upload</button>
          ${picture && html`<button class="button danger" form="remove">Remove the picture</button>`}
        </div>
      </form>
      ${picture && html`<form id="remove" method="post" action="/posts/${post.id}/picture/remove"></form>`}
    </div>`,
  )
