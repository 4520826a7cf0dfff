import { dto } from "trivet"

/** What is typed to write a post, and which button was pressed. */
export const WritingForm = dto({ title: "required", content: "required", intent: "" })
