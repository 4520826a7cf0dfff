import { domainToASCII, domainToUnicode } from "node:url"
import { checkLine } from "./check-line.ts"
import { fault } from "../faults.ts"
import type { MailAddress, Mailbox } from "../mail.ts"

/** Unquoted local part: words of allowed characters, separated by dots. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const longestLocalPart = 64
const longestAddress = 254

/**
 * Parses one address. Quoted local parts, comments, lists and address literals are rejected: programs interpret them
 * differently, so the mail could go to another address than the one that the application checked.
 */
export function parseAddress(field: string, given: MailAddress): Mailbox {
  const { name = "", address } = typeof given === "string" ? { address: given } : (given ?? {})
  if (typeof address !== "string" || typeof name !== "string")
    throw invalidAddress(field, address, "it is no text")
  const at = address.lastIndexOf("@")
  if (at === -1) throw invalidAddress(field, address, "it has no `@`")
  const local = address.slice(0, at)
  if (!localPart.test(local))
    throw invalidAddress(field, address, "the part before the `@` has characters that are not allowed there")
  if (local.length > longestLocalPart)
    throw invalidAddress(
      field,
      address,
      `the part before the \`@\` is longer than ${longestLocalPart} characters`,
    )
  const parsed = `${local}@${domainOf(field, address, address.slice(at + 1))}`
  if (parsed.length > longestAddress)
    throw invalidAddress(field, address, `it is longer than ${longestAddress} characters`)
  const shown = checkLine(`the name in ${field}`, name)
  return shown === "" ? { address: parsed } : { name: shown, address: parsed }
}

/** The domain in ASCII. Non-canonical spellings are rejected: the application may have compared the domain. */
function domainOf(field: string, address: string, given: string): string {
  const lower = given.toLowerCase()
  const domain = domainToASCII(lower)
  const labels = domain.split(".")
  if (!labels.every((one) => label.test(one)) || /^\d+$/.test(labels.at(-1)!))
    throw invalidAddress(field, address, "the part after the `@` is no domain")
  if (lower !== domain && lower !== domainToUnicode(domain))
    throw invalidAddress(field, address, `the domain is another spelling of \`${domainToUnicode(domain)}\``)
  return domain
}

function invalidAddress(field: string, address: unknown, reason: string): Error {
  const shown =
    typeof address === "string" ? JSON.stringify(address.slice(0, longestAddress)) : typeof address
  return fault("MAIL_ADDRESS_INVALID", { field, address: shown, reason })
}
