import { dto } from "trivet"

/** What is typed to write a post, and which button was pressed. */
export const WritingForm = dto({ title: "required,line,max=300", content: "required,max=100000", intent: "" })
