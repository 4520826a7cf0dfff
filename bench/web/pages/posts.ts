/** A post as a page shows it. */
export interface Post {
  readonly id: number
  readonly title: string
  readonly author: string
  readonly summary: string
  readonly comments: number
  readonly tags: readonly string[]
}

/** What the page of posts is made of. */
export interface PostList {
  readonly title: string
  readonly user: string
  readonly posts: readonly Post[]
}

/** 100 posts, a third of which has something to escape. */
export const postList: PostList = {
  title: "Posts & notes",
  user: "Ada",
  posts: Array.from({ length: 100 }, (_, at) => ({
    id: at,
    title: at % 3 === 0 ? `On <b> & "quotes" in post ${at}` : `A plain title of post ${at}`,
    author: at % 5 === 0 ? "Conan O'Brien" : "Grace Hopper",
    summary: `Of what post ${at} is about, in a sentence or two, as a list shows it; nothing in it has to be escaped.`,
    comments: at * 7,
    tags: ["html", at % 2 === 0 ? "tags" : "r&d"],
  })),
}
