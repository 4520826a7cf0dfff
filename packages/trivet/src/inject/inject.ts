import { raise } from "../fault/raise.ts"
import { nameOfToken, type Token } from "./token.ts"

/** Provides instances while an application is built. */
export interface Injector {
  get<T>(wanted: Token<T>): T
}

let current: Injector | undefined

/**
 * Returns the instance of a token: `readonly #posts = inject(PostsService)`. It works while the application is built: in
 * field initializers and constructors of declared classes, in `provide()` factories and in `routes()`. Elsewhere it
 * throws the fault `INJECT_OUTSIDE_BOOT`.
 */
export function inject<T>(wanted: Token<T>): T {
  if (current !== undefined) return current.get(wanted)
  return raise("INJECT_OUTSIDE_BOOT", { token: nameOfToken(wanted) }, "inject")
}

/** Runs a function in which `inject()` uses this injector. */
export function withInjector<T>(injector: Injector, run: () => T): T {
  const outer = current
  current = injector
  try {
    return run()
  } finally {
    current = outer
  }
}
