import { fault } from "../faults.ts"
import type { MailAttachment } from "../mail.ts"

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(?:; ?charset=[\w.:-]{1,40})?$/
/** Parts of these types are part of the mail, not a file. */
const structured = /^(?:multipart|message)\//i

/** Checks attachments. Their names and types often come from users, so they are corrected instead of rejected. */
export function checkedAttachments(given: readonly MailAttachment[]): readonly MailAttachment[] {
  return given.map((one) => {
    if (typeof one?.stream !== "function" || typeof one.name !== "string")
      throw fault("MAIL_CONTENT_INVALID", {
        field: "attachments",
        reason: "contains something that has no `name` or no `stream()`",
      })
    const { id, type = "" } = one
    const isFile = mediaType.test(type) && !structured.test(type)
    return {
      name: shownName(one.name),
      type: isFile ? type : "application/octet-stream",
      ...(id !== undefined && { id }),
      stream: () => one.stream(),
    }
  })
}

/** A name in one line, without folders, and without an encoded word, which mail programs decode to anything. */
function shownName(name: string): string {
  const plain = name.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
  const short = plain.replace(/[/\\]/g, "_").replaceAll("=?", "=_").trim()
  return short.slice(0, 200).toWellFormed() || "file"
}
