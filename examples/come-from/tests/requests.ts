/** One request of the list that every version must answer alike. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly token?: string
  /** A text is sent as it is, so that it may be broken JSON. */
  readonly body?: object | string
}

const token = "Bearer letmein"
const book = { title: "Dawn", author: "Butler", year: 1987 }

/** In this order: later requests see what earlier ones have changed. */
export const requests: readonly Sent[] = [
  { method: "GET", path: "/books" },
  { method: "GET", path: "/books?author=Lem" },
  { method: "GET", path: "/books?author=Nobody" },
  { method: "GET", path: "/books/1" },
  { method: "GET", path: "/books/9" },
  { method: "POST", path: "/books", body: book },
  { method: "POST", path: "/books", body: book, token: "Bearer wrong" },
  { method: "POST", path: "/books", body: { title: "" } },
  { method: "POST", path: "/books", body: book, token },
  { method: "POST", path: "/books", body: { title: "Fiasco", author: "Lem" }, token },
  { method: "POST", path: "/books", body: { ...book, secret: "dropped" }, token },
  { method: "POST", path: "/books", body: { author: "Butler" }, token },
  { method: "POST", path: "/books", body: { ...book, title: "" }, token },
  { method: "POST", path: "/books", body: { ...book, title: "x".repeat(201) }, token },
  { method: "POST", path: "/books", body: { ...book, year: "1987" }, token },
  { method: "POST", path: "/books", body: { ...book, year: 1987.5 }, token },
  { method: "POST", path: "/books", body: "{ title:", token },
  { method: "POST", path: "/books", body: "null", token },
  { method: "POST", path: "/books", body: "[]", token },
  { method: "GET", path: "/books/3" },
  { method: "PUT", path: "/books/3", body: book },
  { method: "PUT", path: "/books/3", body: { title: "Imago", author: "Butler" }, token },
  { method: "PUT", path: "/books/3", body: { title: "Imago" }, token },
  { method: "PUT", path: "/books/9", body: book, token },
  { method: "DELETE", path: "/books/3" },
  { method: "DELETE", path: "/books/3", token },
  { method: "DELETE", path: "/books/3", token },
  { method: "GET", path: "/books" },
  { method: "GET", path: "/loans" },
  { method: "GET", path: "/nowhere" },
  { method: "POST", path: "/nowhere", body: book },
  { method: "PATCH", path: "/books/1", body: book, token },
]
