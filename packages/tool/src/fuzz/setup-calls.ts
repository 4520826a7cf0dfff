import type { Caller } from "trivet/testing"

const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** What a header carries as credentials: a token, a key, a cookie. */
const credential = /[\w.~+/=-]{12,}/g

/** The calls with which an access file sets up its callers. They show which e-mail address belongs to whom. */
export class SetupCalls {
  readonly #calls: { readonly addresses: readonly string[]; readonly reply: string }[] = []

  readonly fetch = async (request: Request): Promise<Response> => {
    const sent = await request.clone().text()
    const reply = await fetch(request)
    const addresses = sent.replaceAll("%40", "@").match(address) ?? []
    if (addresses.length > 0) {
      const given = [...reply.headers.getSetCookie(), await reply.clone().text()].join("\n")
      this.#calls.push({ addresses: addresses.map((one) => one.toLowerCase()), reply: given })
    }
    return reply
  }

  /** The addresses for which the application gave out the credentials of a caller. */
  addressesOf({ headers = {} }: Caller): readonly string[] {
    const own = Object.values(headers).flatMap((value) => value.match(credential) ?? [])
    const calls = this.#calls.filter(({ reply }) => own.some((one) => reply.includes(one)))
    return [...new Set(calls.flatMap(({ addresses }) => addresses))]
  }
}
