import type { Subject } from "./subject.ts"

/** Something that the specification says, and how to see whether it holds. */
export interface Statement {
  readonly section: string
  readonly says: string
  /** What must be known of the blog beyond its URL. */
  readonly needs?: "secret" | "store"
  check(blog: Subject): Promise<void>
}

/** The statements of one section. */
export function section(
  name: string,
  statements: Readonly<Record<string, (blog: Subject) => Promise<void>>>,
  needs?: "secret" | "store",
): readonly Statement[] {
  return Object.entries(statements).map(([says, check]) => ({
    section: name,
    says,
    check,
    ...(needs && { needs }),
  }))
}
