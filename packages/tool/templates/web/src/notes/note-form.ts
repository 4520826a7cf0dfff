import { dto } from "trivet"

/** What a note is written with. */
export const NoteForm = dto({ title: "required,line,max=300", text: "max=10000" })
