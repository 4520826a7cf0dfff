import { describe, expect, it } from "vitest"
import { smtpSettingsOf } from "./smtp-settings.ts"

const serverOf = (url: string) => {
  const { host, port, tls, login } = smtpSettingsOf({ url })
  return { host, port, tls, login }
}

describe("settingsOf", () => {
  it.each([
    ["smtp://mail.example", { host: "mail.example", port: 587, tls: "required" }],
    ["smtps://mail.example/", { host: "mail.example", port: 465, tls: "implicit" }],
    ["smtps://localhost:2525?tls=required", { host: "localhost", port: 2525, tls: "implicit" }],
    ["smtp://mail.example:25?tls=off", { host: "mail.example", port: 25, tls: "off" }],
    ["smtp://localhost:1025", { host: "localhost", port: 1025, tls: "off" }],
    ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, tls: "off" }],
    ["smtp://[::1]:1025", { host: "::1", port: 1025, tls: "off" }],
    ["smtp://127.0.0.1:1025?tls=required", { host: "127.0.0.1", port: 1025, tls: "required" }],
    ["smtp://127.mail.example", { host: "127.mail.example", port: 587, tls: "required" }],
    ["smtp://localhost.mail.example", { host: "localhost.mail.example", port: 587, tls: "required" }],
  ])("%s", (url, server) => {
    expect(serverOf(url)).toEqual({ ...server, login: undefined })
  })

  it("decodes the user and the password", () => {
    expect(serverOf("smtp://ann%40shop.example:p%3Aq%2F@mail.example").login).toEqual({
      user: "ann@shop.example",
      pass: "p:q/",
    })
  })

  it.each([
    "",
    "mail.example:587",
    "http://u:hush@mail.example",
    "smtp://",
    "smtp://u:hush@mail.example/path",
    "smtp://u:hush@mail.example#part",
    "smtp://u:hush@mail.example?tls=maybe",
    "smtp://u:hush@mail.example?tls=off&tls=off",
    "smtp://u:hush@mail.example?rejectUnauthorized=false",
    "smtps://u:hush@mail.example?tls=off",
    "smtp://u:hush%@mail.example",
  ])("raises a fault for %s, without showing it", (url) => {
    expect(() => smtpSettingsOf({ url })).toThrow(/^The URL of the mail server is invalid/)
    expect(() => smtpSettingsOf({ url })).not.toThrow(/hush/)
  })

  it.each(["maxConnections", "connectTimeout", "timeout", "sendTimeout", "stopTimeout"])(
    "raises a fault for a value of `%s` that cannot work",
    (option) => {
      for (const value of [0, -1, 0.5, NaN, Infinity, 2 ** 31])
        expect(() => smtpSettingsOf({ url: "smtp://a", [option]: value })).toThrow(
          `\`${option}\` of \`mail()\` is ${value}.`,
        )
    },
  )
})
