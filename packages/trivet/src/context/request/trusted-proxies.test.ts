import { describe, expect, it } from "vitest"
import { type Context, get, module } from "trivet"
import { createTestApp } from "trivet/testing"
import { isSameNetwork, parseIpAddress } from "./ip-address.ts"

class Seen {
  routes() {
    return [get("/", this.show)]
  }
  show(ctx: Context) {
    ctx.setCookie("a", "b")
    return { address: ctx.address, secure: ctx.secure }
  }
}

async function seen(
  proxies: readonly string[] | undefined,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const root = module({ name: "root", declarations: [Seen] })
  const app = await createTestApp(root, proxies === undefined ? {} : { trustedProxies: proxies })
  const reply = await app.request("GET", "/", { address, headers })
  const { secure, address: found } = reply.json() as { secure: boolean; address: string }
  expect(reply.headers.get("set-cookie")?.includes("Secure")).toBe(secure)
  return secure ? `${found} secure` : found
}

const forged = {
  "x-forwarded-for": "9.9.9.9",
  "x-forwarded-proto": "https",
  forwarded: "for=9.9.9.9;proto=https",
  "x-real-ip": "9.9.9.9",
}

describe("trustedProxies", () => {
  it("believe nobody unless named", async () => {
    expect(await seen(undefined, "10.0.0.1", forged)).toBe("10.0.0.1")
    expect(await seen([], "10.0.0.1", forged)).toBe("10.0.0.1")
    expect(await seen(["10.0.0.2"], "10.0.0.1", forged)).toBe("10.0.0.1")
  })

  it("say who the client is and whether he speaks HTTPS", async () => {
    expect(await seen(["10.0.0.1"], "10.0.0.1", forged)).toBe("9.9.9.9 secure")
    expect(await seen(["10.0.0.0/8"], "10.200.0.1", forged)).toBe("9.9.9.9 secure")
    expect(await seen(["fd00::/8"], "fd12::1", forged)).toBe("9.9.9.9 secure")
    expect(await seen(["10.0.0.1"], "::ffff:a00:1", forged)).toBe("9.9.9.9 secure")
    expect(await seen(["10.0.0.1"], "10.0.0.1")).toBe("10.0.0.1")
  })

  it("are passed over from the right, up to the first stranger", async () => {
    const through = (told: string) => seen(["10.0.0.0/8"], "10.0.0.1", { "x-forwarded-for": told })
    expect(await through("6.6.6.6, 7.7.7.7, 10.0.0.3")).toBe("7.7.7.7")
    expect(await through("10.0.0.2, 10.0.0.3")).toBe("10.0.0.2")
    expect(await through("7.7.7.7:4711")).toBe("7.7.7.7")
    expect(await through("[2001:db8::7]:443")).toBe("2001:db8::7")
    for (const nonsense of ["", "unknown", "7.7.7.7, <script>", "7.7.7.7,"])
      expect(await through(nonsense)).toBe("10.0.0.1")
  })

  it("tell of the last step only whether it was HTTPS", async () => {
    const told = (proto: string) => seen(["10.0.0.1"], "10.0.0.1", { "x-forwarded-proto": proto })
    expect(await told("https, http")).toBe("10.0.0.1")
    expect(await told("http, HTTPS")).toBe("10.0.0.1 secure")
  })

  it("that are misspelt are refused when the application is made", async () => {
    for (const wrong of [
      "",
      "localhost",
      "10.0.0.256",
      "10.0.0.0/33",
      "::/129",
      "10.0.0.0/",
      "10.0.0.0/x",
      "10.0.0.0/-1",
      "10.0.0.0/8/9",
      "10.0.0.0/0x8",
      "10.0.0.0/1e1",
      "1::2::3",
    ])
      await expect(seen([wrong], "10.0.0.1")).rejects.toThrow(/in trustedProxies is not an address/)
  })
})

describe("parseIpAddress", () => {
  it("reads every spelling of an address alike", () => {
    const one = parseIpAddress("2001:db8::a")
    for (const other of ["2001:DB8:0:0:0:0:0:A", "2001:0db8::000a", "2001:db8:0::0:a"])
      expect(parseIpAddress(other)).toEqual(one)
    expect(parseIpAddress("::ffff:1.2.3.4")).toEqual(parseIpAddress("1.2.3.4"))
    expect(parseIpAddress("::")).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })

  it("reads nothing else", () => {
    for (const text of [
      "",
      "x",
      "1.2.3",
      "1.2.3.4.5",
      "1.2.3.400",
      "::1]",
      "::1%eth0",
      "[::1]",
      "a:b",
      ":::",
      "::1]@[::2",
      "::1\n",
    ])
      expect(parseIpAddress(text)).toBeUndefined()
  })

  it("compares networks bit by bit", () => {
    const [one, other] = [parseIpAddress("2001:db8:0:7fff::1")!, parseIpAddress("2001:db8:0:7ffe::2")!]
    expect([
      isSameNetwork(one, other, 63),
      isSameNetwork(one, other, 64),
      isSameNetwork(one, other, 0),
    ]).toEqual([true, false, true])
  })
})
