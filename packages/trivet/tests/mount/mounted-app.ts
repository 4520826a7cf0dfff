import { type AppOptions, createApp, type MiddlewareEntry, module, type Module, mount } from "trivet"
import type { App } from "trivet"
import type { MountedHandler } from "trivet/extend"
import { api } from "trivet/api"
import { createTestLog, type LogLine } from "trivet/testing"

/** A module that mounts a handler at `/m`. */
export function moduleWith(handler: MountedHandler, middlewares: readonly MiddlewareEntry[] = []): Module {
  class Mounting {
    routes() {
      return [mount("/m", handler, { middlewares })]
    }
  }
  return module({ name: "mounting", declarations: [Mounting] })
}

/** An application that mounts a handler at `/m`, with the lines of its log. */
export async function appWith(
  handler: MountedHandler,
  options: Partial<AppOptions> = {},
): Promise<{ readonly app: App; readonly lines: readonly LogLine[] }> {
  const { log, lines } = createTestLog()
  return { app: await createApp(moduleWith(handler), { platform: api(), log, ...options }), lines }
}
