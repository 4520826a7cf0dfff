import { dto, type OutputOf } from "trivet"

/** A comment as readers see it, and as it is published. */
export const Comment = dto({
  number: "required,integer; Its place among the comments of its post: 1, 2, 3",
  author: "required; The author's name",
  text: "required",
  created_at: "required",
})

/** A comment as readers see it. */
export type Comment = OutputOf<typeof Comment>
