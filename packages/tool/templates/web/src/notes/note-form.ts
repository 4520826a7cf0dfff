import { dto } from "trivet"

/** What a note is written with. */
export const NoteForm = dto({ title: "required", text: "" })
