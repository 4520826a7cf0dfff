import { describe, expect, it } from "vitest"
import { isSafeAddress } from "./is-safe-address.ts"

describe("isSafeAddress", () => {
  it.each([
    "https://login.example",
    "https://login.example:8443/a",
    "http://localhost:3000",
    "http://127.0.0.1/",
    "http://[::1]:80",
  ])("accepts %s", (address) => {
    expect(isSafeAddress(address)).toBe(true)
  })

  it.each([
    "http://login.example",
    "http://localhost.evil.example",
    "http://evil-localhost",
    "http://127.0.0.1.evil.example",
    "http://localhost@evil.example",
    "ftp://localhost",
    "localhost",
    "",
  ])("rejects %s", (address) => {
    expect(isSafeAddress(address)).toBe(false)
  })
})
