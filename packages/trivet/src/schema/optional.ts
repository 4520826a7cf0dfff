import type { DtoPart, Optional } from "./dto-fields.ts"

/** A field of a DTO that may lack its object or list: `dto({ title: "required", author: optional(Author) })`. */
export function optional<Schema extends DtoPart>(schema: Schema): Optional<Schema> {
  return { optional: schema }
}
