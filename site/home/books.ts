import { command, type Context, get, inject, module, routes } from "trivet"
import { html, type View } from "trivet/web"

interface Book {
  readonly id: string
  readonly title: string
  readonly author: string
}

class Books {
  find(id: string): Book {
    return { id, title: "Kindred", author: "Octavia Butler" }
  }
}

const view: View<Book> = (book) => html`<h1>${book.title}</h1><p>${book.author}</p>`

class BooksController {
  readonly #books = inject(Books)
  routes() {
    return routes([get("/books/:id", this.show, { view }), command("show/:id", this.show)])
  }
  show(ctx: Context<"/books/:id">) {
    return this.#books.find(ctx.param("id"))
  }
}
export const App = module({ name: "books", declarations: [BooksController, Books] })
