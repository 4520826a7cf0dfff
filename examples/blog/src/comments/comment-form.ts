import { dto } from "trivet"

/** What is typed to comment on a post. */
export const CommentForm = dto({ comment: "required,max=2000" })
