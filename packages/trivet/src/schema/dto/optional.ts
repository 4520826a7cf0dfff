import type { DtoPart, Optional } from "./dto-fields.ts"

/** Marks a nested object or list as optional: `dto({ title: "required", author: optional(Author) })`. */
export function optional<Schema extends DtoPart>(schema: Schema): Optional<Schema> {
  return { optional: schema }
}
