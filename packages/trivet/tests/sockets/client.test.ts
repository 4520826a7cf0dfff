import { afterEach, describe, expect, expectTypeOf, it } from "vitest"
import {
  dto,
  inject,
  MemoryTopics,
  module,
  provide,
  routes,
  socket,
  type SocketContext,
  Topics,
} from "trivet"
import { api } from "trivet/api"
import { type ClientError, openSocket } from "trivet/client"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"

const Said = dto({ text: "required,max=20" })
const Room = {
  path: "/rooms/:id",
  accepts: { message: Said },
  sends: dto({ id: "required", data: Said }),
} as const

const topics = new MemoryTopics()

class Rooms {
  readonly #topics = inject(Topics)

  routes() {
    return routes([socket(Room.path, this.join, Room)])
  }
  async join(ctx: SocketContext<typeof Room>) {
    const topic = `room:${ctx.param("id")}`
    void ctx.sendAll(await this.#topics.subscribe(ctx, topic, Said))
    for await (const { text } of ctx.messages) {
      if (text === "leave") return
      await this.#topics.publish(topic, { text })
    }
  }
}

const App = module({ name: "rooms", declarations: [Rooms, provide(Topics, () => topics)] })
const { log } = createTestLog()
let served: Served | undefined
const start = async (port = 0) =>
  void (served = await serve(App, { platform: api(), log, port, signals: false, drainDelay: 0 }))
const url = () => `http://127.0.0.1:${served!.port}`

afterEach(async () => void (await served?.stop()))

describe("openSocket", () => {
  it("sends and receives what the record says, and ends with the server's handler", async () => {
    await start()
    const room = openSocket(Room, { url: url(), params: { id: "a/b" } })
    expectTypeOf<Parameters<typeof room.send>[0]>().toExtend<{ readonly text: string }>()
    room.send({ text: "before it is open" })
    for await (const { data } of room) {
      expectTypeOf(data.text).toExtend<string>()
      expect(data).toEqual({ text: "before it is open" })
      break
    }
    expect(() => room.send({ text: "late" })).toThrow("is closed")
    const other = openSocket(Room, { url: url(), params: { id: "1" } })
    other.send({ text: "leave" })
    expect(await other[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
    // @ts-expect-error the path has a parameter
    expect(() => openSocket(Room, { url: url() })).toThrow("params.id")
    // @ts-expect-error the record accepts only texts
    expect(() => other.send({ text: 1 })).toThrow("is closed")
  })

  it("goes on after the last message when its server was restarted", async () => {
    await start()
    const room = openSocket(Room, { url: url(), params: { id: "7" } })
    const events = room[Symbol.asyncIterator]()
    room.send({ text: "one" })
    expect((await events.next()).value).toMatchObject({ data: { text: "one" } })
    const { port } = served!
    await served!.stop()
    await topics.publish("room:7", { text: "two" })
    await start(port)
    await topics.publish("room:7", { text: "three" })
    expect((await events.next()).value).toMatchObject({ data: { text: "two" } })
    expect((await events.next()).value).toMatchObject({ data: { text: "three" } })
    room.close()
    expect((await events.next()).done).toBe(true)
  })

  it("throws for what a server closes it with, and for a message that is invalid", async () => {
    await start()
    const room = openSocket(Room, { url: url(), params: { id: "7" } })
    room.send({ text: "" })
    const failed = room[Symbol.asyncIterator]().next()
    await expect(failed).rejects.toMatchObject({
      name: "ClientError",
      message: "socket /rooms/:id was closed with 1007: invalid message: text is required",
    } satisfies Partial<ClientError>)
  })

  it("ends with its signal", async () => {
    await start()
    const controller = new AbortController()
    const room = openSocket(Room, { url: url(), params: { id: "7" }, signal: controller.signal })
    const next = room[Symbol.asyncIterator]().next()
    controller.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})
