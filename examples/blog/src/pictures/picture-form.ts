import { file, form } from "@trivet/multipart"
import { dto } from "trivet"

/** A picture, which must be one by its first bytes, and what is to be seen on it. */
export const PictureForm = form(dto({ description: "line,max=1000" }), {
  picture: file({
    types: ["image/png", "image/jpeg", "image/gif", "image/webp"],
    maxSize: "5 MB",
    required: true,
  }),
})
