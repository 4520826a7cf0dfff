import type { PlantedLeak } from "../planted-leak.ts"

const controller = "src/posts/posts-controller.ts"
const remembers = "let last = ''"

/** Leaks in the API of the blog. Posts that are not public are their author's; `GET /posts/:id` shows any to anyone. */
export const blogLeaks: readonly Omit<PlantedLeak, "reference">[] = [
  {
    file: "src/posts/posts-store.ts",
    search: '.where("author_id", "=", authorId)',
    replace: ".where(sql<SqlBool>`${authorId}::text is not null`)",
    kind: "list",
    what: "The list of the caller's own posts has those of all authors.",
    route: "GET /my-posts",
  },
  {
    file: controller,
    head: "const kept = new Map<number, unknown[]>()",
    search: `    return [...items]`,
    replace: `    const first = kept.get(page.limit) ?? [...items]
    if (first.length > 0) kept.set(page.limit, first)
    return first as never`,
    kind: "cache",
    what: "The list of the caller's own posts is cached under a key without the caller.",
    route: "GET /my-posts",
  },
  {
    file: controller,
    head: `${remembers}\nconst remember = (title: string) => (last = encodeURIComponent(title))`,
    search: `    return ctx.status(201).json(post)
  }

  async update`,
    replace: `    const before = last
    remember(title)
    ctx.response().setHeader("x-previous-post", before)
    return ctx.status(201).json(post)
  }

  async update`,
    kind: "header",
    what: "A header of the reply to a new post has the title of the one before, whoever wrote it.",
    route: "POST /posts",
  },
  {
    file: controller,
    head: `${remembers}\nconst remember = (title: string) => (last = title)`,
    search: `    const { title = "", content = "", published = false } = await ctx.bind()`,
    replace: `    const { title = "", content = "", published = false } = await ctx.bind()
    const before = last
    remember(title)
    if (before !== "" && before.length === title.length)
      return ctx.status(500).json({ error: "as long as " + before })`,
    kind: "error text",
    what: "An error contains the title that another author gave to another post.",
    route: "PUT /posts/:id",
  },
  {
    file: "src/posts/posts-service.ts",
    search: `return this.#store.insert({ id, title, content, author_id: authorId, created_at: at })`,
    replace: `const draft = drafts.at(-1) ?? title
    drafts.push(title)
    return this.#store.insert({ id, title, content: content + draft, author_id: authorId, created_at: at })`,
    head: "const drafts: string[] = []",
    kind: "saved draft",
    what: "A new post begins with the draft that was saved last, whoever saved it.",
    route: "POST /posts",
  },
]
