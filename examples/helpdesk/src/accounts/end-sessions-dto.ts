import { dto } from "trivet"

/** Ends a session by its number, all others without one. The password is asked for again. */
export const EndSessionsDTO = dto({ password: "required", session: "integer,min=1" })
