import { dto, type OutputOf } from "trivet"

/** A note as clients see it. */
export const Note = dto({ id: "required", title: "required", text: "", created_at: "required" })

/** A note as clients see it. */
export type Note = OutputOf<typeof Note>
