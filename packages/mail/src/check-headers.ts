import { checkLine } from "./check-line.ts"
import { fault } from "./faults.ts"

/** Headers that follow from the fields of a mail, or that servers add. */
const taken = new Set(
  "bcc,cc,date,dkim-signature,from,message-id,received,reply-to,return-path,sender,subject,to".split(","),
)
const takenGroups = /^(?:arc|content|mime|resent)-/

/** Raises a fault for headers that cannot be sent, or that are not `headers` to set. Returns a copy of the others. */
export function checkHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const checked = Object.entries(headers).map(([name, value]) => [name, checkHeader(name, value)] as const)
  return Object.fromEntries(checked)
}

function checkHeader(name: string, value: string): string {
  const header = JSON.stringify(name.slice(0, 80))
  if (!/^[a-z][a-z\d-]{0,75}$/i.test(name))
    throw fault("MAIL_HEADER_INVALID", {
      header,
      reason: "the name has other characters than letters, digits and `-`",
    })
  const lower = name.toLowerCase()
  if (taken.has(lower) || takenGroups.test(lower))
    throw fault("MAIL_HEADER_INVALID", { header, reason: "it follows from the other fields of the mail" })
  if (typeof value !== "string")
    throw fault("MAIL_HEADER_INVALID", { header, reason: "its value is no text" })
  return checkLine(`the header ${name}`, value)
}
