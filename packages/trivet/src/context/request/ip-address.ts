/** An IP address as eight numbers of 16 bits. An IPv4 address is in its IPv6 form: `::ffff:192.0.2.1`. */
export type IpAddress = readonly number[]

/**
 * Parses an IPv4 or IPv6 address. All spellings of one address give the same numbers. Returns `undefined` if the text is
 * not an address.
 *
 * @example
 * ```ts
 * import { parseIpAddress } from "trivet/extend"
 *
 * console.log(parseIpAddress("192.0.2.1")) // [0, 0, 0, 0, 0, 65535, 49152, 513]
 * console.log(parseIpAddress("2001:db8::1")) // [8193, 3512, 0, 0, 0, 0, 0, 1]
 * console.log(parseIpAddress("localhost")) // undefined
 * ```
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (four !== undefined) {
    const [a, b, c, d] = four as [number, number, number, number]
    return four.every((part) => part < 256) ? [0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d] : undefined
  }
  // Only the characters of an address, because the URL parser accepts more.
  if (!/^[\da-f:.]{2,45}$/i.test(text) || !text.includes(":")) return undefined
  const url = `http://[${text}]`
  return URL.canParse(url) ? groupsOf(new URL(url).hostname.slice(1, -1)) : undefined
}

/** Whether the first bits of two addresses are the same. */
export function isSameNetwork(one: IpAddress, other: IpAddress, bits: number): boolean {
  return one.every((group, at) => {
    const counted = Math.min(Math.max(bits - at * 16, 0), 16)
    return group >> (16 - counted) === other[at]! >> (16 - counted)
  })
}

/**
 * The network of one client: an IPv4 address itself, or the first 64 bits of an IPv6 address, because one client
 * usually controls all addresses of a /64. Text that is not an address is returned unchanged.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address
  const groups = parseIpAddress(address)
  if (groups === undefined) return address
  const isFour = isSameNetwork(groups, [0, 0, 0, 0, 0, 0xffff, 0, 0], 96)
  return (isFour ? groups.slice(6) : groups.slice(0, 4)).map((group) => group.toString(16)).join(":")
}

/** The groups of an IPv6 address as `URL` serializes it: in hexadecimal, with the longest run of zeros as `::`. */
function groupsOf(spelled: string): IpAddress {
  const [before = "", after] = spelled.split("::")
  const read = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))
  const [left, right] = [read(before), read(after ?? "")]
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}
