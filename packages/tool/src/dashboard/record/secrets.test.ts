import { describe, expect, it } from "vitest"
import { hidden, isLikeToken, isSecretName, Secrets } from "./secrets.ts"

describe("isSecretName", () => {
  it.each([
    "password",
    "newPassword",
    "access_token",
    "X-Api-Key",
    "apikey",
    "JWT_SECRET",
    "session_id",
    "resetCode",
    "card",
    "userpassword",
  ])("hides %s", (name) => expect(isSecretName(name)).toBe(true))

  it.each([
    "id",
    "email",
    "token_type",
    "expires_in",
    "keyword",
    "monkey",
    "author",
    "tokens_count",
    "created_at",
  ])("shows %s", (name) => expect(isSecretName(name)).toBe(false))
})

describe("isLikeToken", () => {
  it.each(["q7Zt0pXv9LmN3sRk5WdY2bHc8FgJ1aQe", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"])(
    "hides %s",
    (text) => expect(isLikeToken(text)).toBe(true),
  )

  it.each([
    "01a1e492-4a80-7000-975a-ad0ad1d86a1d",
    "2026-11-16T13:41:23.227Z",
    "posts_of_author_created_at_idx",
    "src/posts/posts-controller.ts",
    "a sentence of many words with 1 number",
    "antidisestablishmentarianism",
  ])("shows %s", (text) => expect(isLikeToken(text)).toBe(false))
})

describe("Secrets", () => {
  it("are replaced wherever they are quoted: as text, as JSON and in a query", () => {
    const secrets = new Secrets()
    secrets.add(`hunter"22`)
    expect(secrets.scrub(`a hunter"22 b hunter\\"22 c hunter%2222`)).toBe(
      `a ${hidden} b ${hidden} c ${hidden}`,
    )
  })

  it("are those of the environment too, also in an address", () => {
    const secrets = new Secrets()
    secrets.addEnvironment({
      JWT_SECRET: "of-the-token",
      DATABASE_URL: "postgres://ada:of-the-data@host/x",
      HOME: "/home/ada",
    })
    expect(secrets.scrub("of-the-token of-the-data /home/ada")).toBe(`${hidden} ${hidden} /home/ada`)
  })

  it("are forgotten, the oldest first, when there are too many", () => {
    const secrets = new Secrets()
    for (let count = 0; count < 501; count++) secrets.add(`secret ${count}!`)
    expect(secrets.scrub("secret 0! secret 1! secret 500!")).toBe(`secret 0! ${hidden} ${hidden}`)
  })
})
