import { Cache, provide } from "trivet"
import type { Start } from "../../http/start.ts"
import { serveBlog } from "../serve-blog.ts"

/** Remembers nothing, so that every list is read from the database. */
class NoCache extends Cache {
  get(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
  set(): Promise<void> {
    return Promise.resolve()
  }
  delete(): Promise<void> {
    return Promise.resolve()
  }
  async remember<T>(_: string, __: unknown, compute: () => Promise<T> | T): Promise<T> {
    return compute()
  }
}

/** The blog, with a cache that is always cold. */
export const start: Start = () => serveBlog([provide(Cache, () => new NoCache())])
