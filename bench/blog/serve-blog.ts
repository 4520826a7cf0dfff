import { createApp, provide, type Provider } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "../../examples/blog/src/app-module.ts"
import { Settings, settingsOf } from "../../examples/blog/src/settings.ts"

/** Serves the blog itself, as it is, with some of its parts replaced. */
export async function serveBlog(replace: readonly Provider[]): Promise<number> {
  const settings = settingsOf({
    DATABASE_URL: process.env["DATABASE_URL"]!,
    REDIS_URL: process.env["REDIS_URL"]!,
    JWT_SECRET: "a secret of the bench, longer than 32 bytes",
  })
  const app = await createApp(AppModule, {
    platform: api(),
    provide: [provide(Settings, () => settings)],
    replace,
  })
  const { port } = await serve(app, { port: 0, host: "127.0.0.1", signals: false })
  return port
}
