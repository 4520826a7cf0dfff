import type { Html } from "./html.ts"

/** What a view may know of the call it answers. */
export interface Page {
  /** The path of the call. */
  readonly path: string
  /** What a `<script>` or `<style>` of this page must carry as `nonce` to be allowed. */
  readonly nonce: string
}

/** Renders what a handler returned. Layouts and partials are functions like it. */
export type View<Data> = (data: Data, page: Page) => Html | Promise<Html>

/** A handler's data, on its way to the view of its record. */
export class Viewed {
  readonly view: View<unknown>
  readonly data: unknown

  constructor(view: View<unknown>, data: unknown) {
    this.view = view
    this.data = data
  }
}
