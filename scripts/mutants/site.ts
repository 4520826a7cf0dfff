import type { Mutant } from "./mutant.ts"

const posts = "examples/blog/src/posts/posts-controller.ts"
const policy = "examples/blog/src/posts/posts-policy.ts"
const authorOnly = "examples/blog/src/posts/author-only.ts"
const writing = "examples/blog/src/posts/writing-controller.ts"
const pictures = "examples/blog/src/pictures/pictures.ts"
const picturesStore = "examples/blog/src/pictures/pictures-store.ts"
const controller = "examples/blog/src/pictures/pictures-controller.ts"
const visitors = "examples/blog/src/site/visitors.ts"
const options = "examples/blog/src/site/site-options.ts"
const comments = "examples/blog/src/comments"
const back = "examples/blog/src/site/return-path.ts"
const ownership = ["examples/blog/tests/ownership.test.ts"]
const rules = ["examples/blog/tests/posts-policy.test.ts"]
const gate = ["examples/blog/tests/author-only.test.ts"]
const uploads = ["examples/blog/tests/uploads.test.ts"]
const csrf = ["examples/blog/tests/cross-site.test.ts"]
const attacks = ["examples/blog/tests/site-attacks.test.ts"]
const live = ["examples/blog/tests/comments-live.test.ts"]
const proxies = ["deploy/faults/proxies.test.ts"]

/** The blog's site and the proxies in front of the applications: who may change what, and what is shown to whom. */
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
    search: "update: changing",
    replace: "update: [ShortBearerAuth]",
    tests: rules,
    why: "Any user replaces any post through the site.",
  },
  {
    file: posts,
    search: "delete: changing",
    replace: "delete: [ShortBearerAuth]",
    tests: rules,
    why: "Any user removes any post through the site.",
  },
  {
    file: posts,
    search: "shownPost(found, this.#policy.authors)",
    replace: "found",
    tests: rules,
    why: "The JSON of a post on the site shows its author's e-mail address.",
  },
  {
    file: policy,
    search: "const ownPosts: PostsPolicy = { ownPostsOnly: true",
    replace: "const ownPosts: PostsPolicy = { ownPostsOnly: false",
    tests: rules,
    why: "The site is as open as the API.",
  },
  {
    file: policy,
    search: 'authors: "without-email" }',
    replace: 'authors: "whole" }',
    tests: rules,
    why: "The site shows e-mail addresses to everybody.",
  },
  {
    file: "examples/blog/src/posts/public-list.ts",
    search: "posts:list:${authors}:${version}",
    replace: "posts:list:${version}",
    tests: ownership,
    why: "The site serves the API's list, with e-mail addresses, from a shared cache.",
    slow: true,
  },
  {
    file: "examples/blog/src/posts/ready-list.ts",
    search: "items.map((post) => shownPost(post, authors))",
    replace: "items",
    tests: rules,
    why: "The list of the site shows e-mail addresses.",
  },
  {
    file: writing,
    search: "items.map((one) => shownPost(one, ownPosts.authors))",
    replace: "items",
    tests: rules,
    why: "The first page shows e-mail addresses to who asks for JSON.",
  },
  {
    file: writing,
    search: "[AuthorOnly],",
    replace: "[],",
    tests: rules,
    why: "Anybody who is signed in edits any post by the site's forms.",
  },
  {
    file: authorOnly,
    search: 'post.author_id !== ctx.get("user_id")',
    replace: 'post.author_id === ctx.get("user_id")',
    tests: gate,
    why: "Everybody but the author changes a post.",
  },
  {
    file: authorOnly,
    search: 'throw new PublicError(403, "Forbidden")',
    replace: "ctx.status(403)",
    tests: gate,
    why: "The check answers nothing and lets the request pass.",
  },
  {
    file: controller,
    search: "[SignedIn, AuthorOnly]",
    replace: "[SignedIn]",
    tests: rules,
    why: "Anybody who is signed in replaces any post's picture.",
  },
  {
    file: controller,
    search: "attachment: true",
    replace: "attachment: false",
    tests: attacks,
    why: "An uploaded file is shown as a page of this site.",
    slow: true,
  },
  {
    file: picturesStore,
    search: '        .where("file", "=", before)\n',
    replace: "",
    tests: uploads,
    why: "Concurrent uploads leave files behind that nobody removes.",
    slow: true,
  },
  {
    file: pictures,
    search: "if (before !== undefined) await this.#uploads.remove(before)\n  }\n\n  /** Takes",
    replace: "}\n\n  /** Takes",
    tests: uploads,
    why: "A replaced picture can still be read.",
    slow: true,
  },
  {
    file: visitors,
    search: 'reply.headers?.set("cache-control", "no-store")',
    replace: "",
    tests: csrf,
    why: "The back button shows a signed-out user's pages.",
    slow: true,
  },
  {
    file: visitors,
    search: 'if (ctx.pattern?.endsWith("/*") === true) return next()',
    replace: 'if (ctx.path !== "/desk") return next()',
    tests: csrf,
    why: "Pages with a visitor's name may be stored.",
    slow: true,
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
    file: options,
    search: '"referrer-policy": "same-origin"',
    replace: '"referrer-policy": "unsafe-url"',
    tests: attacks,
    why: "Other sites learn the addresses of drafts.",
    slow: true,
  },
  {
    file: back,
    search: 'isLocalPath(next) ? next : "/desk"',
    replace: "next",
    tests: attacks,
    why: "A link to sign in leads to another site, or ends in an error.",
    slow: true,
  },
  {
    file: "examples/blog/src/users/sign-in-controller.ts",
    search: 'if (brought !== "") await this.#sessions.destroy(brought)',
    replace: "",
    tests: attacks,
    why: "A session from before signing in lives on, for whoever knows its id.",
    slow: true,
  },
  {
    file: `${comments}/comments-controller.ts`,
    search: "[SignedIn, ShownPost]",
    replace: "[ShownPost]",
    tests: live,
    why: "Who is not signed in comes to the form of comments.",
    slow: true,
  },
  {
    file: `${comments}/comments.ts`,
    search: "await this.#limit.reserve(author.id)",
    replace: "",
    tests: live,
    why: "One user fills a post with comments.",
    slow: true,
  },
  {
    file: `${comments}/comments.ts`,
    search: "data.number === last + 1 ? [data] : this.#stored(postId, last)",
    replace: "[data]",
    tests: live,
    why: "A reader misses a comment that was published late, or never.",
    slow: true,
  },
  {
    file: `${comments}/comments-store.ts`,
    search: ".forNoKeyUpdate()",
    replace: "",
    tests: live,
    why: "Two comments at once take one number, and one of them is rejected.",
    slow: true,
  },
  {
    file: "examples/blog/src/main.ts",
    search: "listOf(settings.TRUSTED_PROXIES)",
    replace: "[]",
    tests: proxies,
    why: "Behind a proxy one client locks out everybody from the API.",
    slow: true,
  },
  {
    file: "examples/blog/src/web.ts",
    search: "listOf(settings.TRUSTED_PROXIES)",
    replace: "[]",
    tests: proxies,
    why: "Behind a proxy one client locks out everybody from the site.",
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
  {
    file: "packages/tool/templates/web/src/main.ts",
    search: "listOf(settings.TRUSTED_PROXIES)",
    replace: "[]",
    tests: proxies,
    why: "Behind a proxy one client locks out everybody from a new site.",
    slow: true,
  },
]
