import { type NamedToken, token } from "../inject/token.ts"

/** Whether the application runs in production: `inject(Production)` is `true` or `false`. */
export const Production: NamedToken<boolean> = token<boolean>("Production")

/** What `NODE_ENV` says; false where there is no environment. */
export function isProduction(): boolean {
  return typeof process === "object" && process.env?.["NODE_ENV"] === "production"
}
