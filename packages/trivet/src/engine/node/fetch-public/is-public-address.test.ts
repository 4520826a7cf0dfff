import { describe, expect, it } from "vitest"
import { fetchPublic, isPublicUrl } from "./fetch-public.ts"
import { isPublicAddress } from "./is-public-address.ts"

const forbidden = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%lo",
  "2600::1%lo",
  "ff02::1",
]
const open = [
  "1.1.1.1",
  "8.8.8.8",
  "172.15.255.255",
  "172.32.0.1",
  "192.169.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00::1",
]

describe("isPublicAddress()", () => {
  it.each(forbidden)("says no to %s", (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(open)("says yes to %s", (address) => expect(isPublicAddress(address)).toBe(true))
  it("says no to what is no address", () =>
    expect(["", "localhost", "1.2.3"].map(isPublicAddress)).not.toContain(true))
})

const forbiddenUrls = [
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://127.1/",
  "http://[::1]/",
  "http://[::ffff:169.254.169.254]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "https://user:password@example.com/",
  "https://user@example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
]

describe("isPublicUrl()", () => {
  it.each([...forbiddenUrls, "", "/a", "example.com"])("says no to %j", (address) =>
    expect(isPublicUrl(address)).toBe(false),
  )
  it.each(["https://example.com/", "http://1.1.1.1:8080/a?b", "https://[2a00::1]/", "http://localhost/"])(
    "says yes to %s, and looks up no name",
    (address) => expect(isPublicUrl(address)).toBe(true),
  )
})

describe("fetchPublic()", () => {
  it.each([...forbiddenUrls, "http://localhost/"])("connects to nothing for %s", async (address) => {
    await expect(fetchPublic(address)).rejects.toMatchObject({ code: "FETCH_ADDRESS_FORBIDDEN" })
  })
})
