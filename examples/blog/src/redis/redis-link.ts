import { RedisConnection } from "@trivet/redis"
import { Describe, inject, Log } from "trivet"
import { Settings } from "../settings.ts"

/** The connection to Redis, where `REDIS_URL` names one. The blog starts and goes on without it. */
export class RedisLink {
  readonly connection: RedisConnection | undefined

  constructor() {
    const { REDIS_URL: url } = inject(Settings)
    const describe = inject(Describe)
    const lazy = (): boolean => describe().platform === "cli"
    this.connection =
      url === undefined ? undefined : new RedisConnection({ url, optional: true, lazy }, inject(Log))
  }

  async onStart(): Promise<void> {
    await this.connection?.onStart()
  }

  async onStop(): Promise<void> {
    await this.connection?.onStop()
  }
}
