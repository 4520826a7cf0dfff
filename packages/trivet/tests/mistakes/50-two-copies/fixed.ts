// Fixed as the fault says.
import { get, module } from "trivet"
import * as library from "trivet"

class LibraryService {
  readonly #log = library.inject(library.Log)

  greet() {
    this.#log.debug("greeting")
    return "Hello"
  }
}

class HelloController {
  readonly #service = library.inject(LibraryService)

  routes() {
    return [get("/hello", () => this.#service.greet())]
  }
}

export const root = module({ name: "hello", declarations: [HelloController, LibraryService] })
export const call = { method: "GET", path: "/hello" }
