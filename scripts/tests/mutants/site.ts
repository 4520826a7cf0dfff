import type { Mutant } from "./mutant.ts"

const posts = "examples/blog/src/posts/posts-controller.ts"
const authorOnly = "examples/blog/src/posts/author-only.ts"
const options = "examples/blog/src/site/site-options.ts"
const rules = ["examples/blog/tests/posts-policy.test.ts"]
const gate = ["examples/blog/tests/author-only.test.ts"]
const csrf = ["examples/blog/tests/cross-site.test.ts"]
const tickets = "examples/helpdesk/src/tickets"
const seen = ["examples/helpdesk/tests/rules.test.ts"]
const live = ["examples/helpdesk/tests/live.test.ts"]
const proxies = ["deploy/faults/proxies.test.ts"]

/** The blog's site, the help desk and the proxies in front of the applications: who may change what, and what is shown to whom. */
export const mutants: readonly Mutant[] = [
  {
    file: posts,
    search: "this.#policy.ownPostsOnly ? [ShortBearerAuth, AuthorOnly]",
    replace: "this.#policy.ownPostsOnly ? [ShortBearerAuth]",
    tests: rules,
    why: "Any user changes any post through the site.",
  },
  {
    file: posts,
    search: "shownPost(found, this.#policy.authors)",
    replace: "found",
    tests: rules,
    why: "The JSON of a post on the site shows its author's e-mail address.",
  },
  {
    file: authorOnly,
    search: 'post.author_id !== ctx.get("user_id")',
    replace: 'post.author_id === ctx.get("user_id")',
    tests: gate,
    why: "Everybody but the author changes a post.",
  },
  {
    file: options,
    search: "    csrf(),\n",
    replace: "",
    tests: csrf,
    why: "Forms of other sites are carried out.",
    slow: true,
  },
  {
    file: `${tickets}/ticket-rules.ts`,
    search: "    if (isAgent) return all\n",
    replace: "    if (isAgent || id !== '') return all\n",
    tests: seen,
    why: "Any user reads all tickets.",
    slow: true,
  },
  {
    file: `${tickets}/ticket-rules.ts`,
    search: '.where("shares.user_id", "=", id),',
    replace: ",",
    tests: seen,
    why: "A ticket that is shared with one user is read by all.",
    slow: true,
  },
  {
    file: `${tickets}/ticket-rules.ts`,
    search: '.where("members.role", "in", rolesWith("tickets:read")),',
    replace: ",",
    tests: seen,
    why: "Each member of an organisation reads all its tickets.",
    slow: true,
  },
  {
    file: "examples/helpdesk/src/org-tickets/colleague.ts",
    search: "org_id === null || role === undefined",
    replace: "org_id === null",
    tests: seen,
    why: "Agents and friends read the notes of an organisation.",
    slow: true,
  },
  {
    file: `${tickets}/drafts.ts`,
    search: 'row.where("user_id", "=", userId)',
    replace: "row",
    tests: seen,
    why: "A draft is shown to everybody who sees its ticket.",
    slow: true,
  },
  {
    file: "examples/helpdesk/src/site/signed-in.ts",
    search: '  readonly needs = ["visitor"] as const\n',
    replace: "",
    tests: live,
    why: "A stream ends with the first check of its guards, and pages connect again and again.",
    slow: true,
  },
  {
    file: "packages/tool/templates/api/src/main.ts",
    search: "listOf(settings.TRUSTED_PROXIES)",
    replace: "[]",
    tests: proxies,
    why: "Behind a proxy one client locks out everybody from a new API.",
    slow: true,
  },
]
