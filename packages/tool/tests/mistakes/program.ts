// The program of a mistake: it makes the application that the file in MISTAKE exports.
import { type AppOptions, createApp, type Module } from "trivet"
import { api } from "trivet/api"

const { root, options } = (await import(process.env["MISTAKE"]!)) as {
  readonly root: Module
  readonly options?: Partial<AppOptions>
}
await createApp(root, { platform: api(), ...options })
