import type { PlantedLeak } from "../planted-leak.ts"

const controller = "src/api-keys/api-keys-controller.ts"
const store = "src/credentials/postgres-api-keys.ts"

/** Leaks in the service with API keys. A key and its name are its user's. */
export const authLeaks: readonly Omit<PlantedLeak, "reference">[] = [
  {
    file: store,
    search: `      .where("user_id", "=", userId)
      .orderBy("created_at")`,
    replace: `      .where("user_id", "is not", null)
      .orderBy("created_at")`,
    kind: "list",
    what: "The list of the caller's API keys has those of all users.",
    route: "GET /auth/api-keys",
  },
  {
    file: controller,
    head: "const names = new Map<number, string>()",
    search: "    return keys.map(({ id, name, user_id, created_at }) => ({ id, name, user_id, created_at }))",
    replace: `    return keys.map(({ id, name, user_id, created_at }, at) => {
      if (!names.has(at)) names.set(at, name)
      return { id, name: names.get(at)!, user_id, created_at }
    })`,
    kind: "cache",
    what: "Names of keys are cached by their place in the list, without the user.",
    route: "GET /auth/api-keys",
  },
  {
    file: controller,
    head: "let last = ''",
    search: "    return ctx.status(201).json(made)",
    replace: `    ctx.response().setHeader("x-previous-key", encodeURIComponent(last))
    last = name
    return ctx.status(201).json(made)`,
    kind: "header",
    what: "A header of the reply to a new key has the name of the one before, whosever it is.",
    route: "POST /auth/api-keys",
  },
  {
    file: controller,
    head: "let last = ''",
    search: "    const { name } = await ctx.bind()",
    replace: `    const { name } = await ctx.bind()
    const before = last
    last = name
    if (before !== "" && before.length === name.length)
      throw new PublicError(409, "as long as " + before)`,
    kind: "error text",
    what: "An error contains the name that another user gave to a key.",
    route: "POST /auth/api-keys",
  },
]
