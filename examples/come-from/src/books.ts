/** A book as clients see it. */
export interface Book {
  readonly id: string
  readonly title: string
  readonly author: string
  readonly year?: number | undefined
}

/** Keeps books in memory. It knows no framework: all versions of the service share it. */
export class Books {
  readonly #books = new Map<string, Book>([
    ["1", { id: "1", title: "Solaris", author: "Lem", year: 1961 }],
    ["2", { id: "2", title: "Kindred", author: "Butler", year: 1979 }],
  ])
  #next = 3

  list(author: string): Book[] {
    return [...this.#books.values()].filter((book) => author === "" || book.author === author)
  }

  find(id: string): Book | undefined {
    return this.#books.get(id)
  }

  add(book: Omit<Book, "id">): Book {
    const added = { id: String(this.#next++), ...book }
    this.#books.set(added.id, added)
    return added
  }

  replace(id: string, book: Omit<Book, "id">): Book | undefined {
    if (!this.#books.has(id)) return undefined
    const replaced = { id, ...book }
    this.#books.set(id, replaced)
    return replaced
  }

  remove(id: string): boolean {
    return this.#books.delete(id)
  }

  /** Fails as a service does that is unavailable. A client must not see the message. */
  async loans(): Promise<string[]> {
    throw new Error("connect ECONNREFUSED 10.0.0.7:5432")
  }
}
