// A library brings its own copy of the framework.
import { get, module } from "trivet"
import type * as trivet from "trivet"
import type { Expected } from "../expected.ts"

const library = (await import(process.env["SECOND_COPY"]!)) as typeof trivet

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
export const expected = { code: "TWO_COPIES", chain: [] } satisfies Expected
