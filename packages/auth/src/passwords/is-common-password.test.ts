import { describe, expect, it } from "vitest"
import { commonWords } from "./common-passwords.ts"
import { isCommonPassword } from "../index.ts"

const ada = { email: "ada.lovelace@engine.example", name: "Ada Lovelace" }

describe("isCommonPassword", () => {
  it.each([
    "password",
    "Password",
    "P@ssw0rd",
    "p@$$w0rd!",
    "PASSWORD123",
    "Passw0rd2024!",
    "123password",
    "password password",
    "Ｐａｓｓｗｏｒｄ",
    "letmein",
    "Summer2024!",
    "dragon11",
    "iloveyou",
    "monkeymonkey",
    "Football!!",
  ])("refuses a common word, however it is dressed: %s", (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    "",
    "        ",
    "aaaaaaaa",
    "abcabcabc",
    "12121212",
    "12345678",
    "87654321",
    "123123123",
    "qwertyuiop",
    "qwer1234",
    "abc12345",
    "1qaz2wsx",
    "asdfghjkl",
    "11112222",
  ])("refuses a pattern: %j", (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    "lovelace",
    "Ada Lovelace",
    "adalovelace1815",
    "lovelaceada!",
    "ada.lovelace",
    "ada@engine.example",
    "Lovelace-99",
  ])("refuses the owner's name and address: %s", (password) => {
    expect(isCommonPassword(password, ada)).toBe(true)
  })

  it.each([
    "correct horse",
    "tidal-umbrella-plinth",
    "x7!kQ2#vLp",
    "my password is long enough",
    "lovelace wrote the first program",
    "dragonflies over still water",
    "пароль-который-никто-не-знает",
  ])("accepts others: %s", (password) => {
    expect(isCommonPassword(password, ada)).toBe(false)
  })

  it("does not compare with an owner that it does not know", () => {
    expect(isCommonPassword("lovelace")).toBe(false)
    expect(isCommonPassword("xq-a-b-7z", { email: "a@b.c", name: "" })).toBe(false)
  })

  it("has a bounded cost, whatever it is given", () => {
    const long = "ab1!".repeat(250_000)
    const began = performance.now()
    for (const text of [long, "9".repeat(1_000_000), `${"!".repeat(500_000)}a`, "\u0301".repeat(500_000)])
      isCommonPassword(text, { email: `${long}@example.com`, name: long })
    expect(performance.now() - began).toBeLessThan(500)
  })

  it("has the number of words that its description says", () => {
    expect(Math.round(commonWords.size / 50) * 50).toBe(900)
    for (const word of commonWords) expect(word).toBe(word.toLowerCase())
  })
})
