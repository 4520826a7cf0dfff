import { contract, dto, list, resource } from "trivet"
import { ErrorBody } from "../errors.ts"
import { Note } from "./note.ts"

/** What a note is written with. Fields that are not named here are dropped. */
export const NoteDTO = dto({ title: "required,line,max=300", text: "max=10000" })

/** The five routes of a collection: GET /notes, GET, PUT and DELETE /notes/:id, POST /notes. */
export const Notes = contract(
  resource("notes", {
    index: { returns: { 200: list(Note) }, summary: "My notes, the newest first" },
    show: { returns: { 200: Note, 404: ErrorBody }, summary: "One of my notes" },
    create: { accepts: { body: NoteDTO }, returns: { 201: Note, 400: ErrorBody }, summary: "Write a note" },
    update: {
      accepts: { body: NoteDTO },
      returns: { 200: Note, 400: ErrorBody, 404: ErrorBody },
      summary: "Replace a note",
    },
    delete: { returns: { 204: null }, summary: "Remove a note" },
  }),
)
