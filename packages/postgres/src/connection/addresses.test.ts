import { describe, expect, it } from "vitest"
import { addressesOf } from "./addresses.ts"

describe("addressesOf", () => {
  it("leaves a URL with one host as it is", () => {
    for (const url of [
      "postgres://u:p@127.0.0.1:5432/app?sslmode=require",
      "postgres://u:a,b@127.0.0.1/app",
      "postgres:///app?host=/run/postgresql",
      "postgres://[::1]:5432/app",
    ])
      expect(addressesOf(url)).toEqual({ urls: [url], target: "any" })
  })

  it("makes a URL of each host, and asks for a server that can be written to", () => {
    expect(addressesOf("postgres://u:p%40,@a:1,b,[::1]:3/app?sslmode=require")).toEqual({
      urls: [
        "postgres://u:p%40,@a:1/app?sslmode=require",
        "postgres://u:p%40,@b/app?sslmode=require",
        "postgres://u:p%40,@[::1]:3/app?sslmode=require",
      ],
      target: "read-write",
    })
  })

  it("reads target_session_attrs, and takes it out of the URL", () => {
    expect(addressesOf("postgres://a,b/app?target_session_attrs=standby&ssl=0")).toEqual({
      urls: ["postgres://a/app?ssl=0", "postgres://b/app?ssl=0"],
      target: "standby",
    })
    expect(addressesOf("postgresql://a/app?target_session_attrs=primary")).toEqual({
      urls: ["postgresql://a/app"],
      target: "primary",
    })
    expect(addressesOf("postgres://a,b/app?target_session_attrs=any").target).toBe("any")
  })

  it("rejects another value, and shows no password", () => {
    const read = () => addressesOf("postgres://u:secret@a,b/app?target_session_attrs=prefer-standby")
    expect(read).toThrow("`target_session_attrs` in the URL of the database is `prefer-standby`")
    expect(read).not.toThrow("secret")
  })
})
