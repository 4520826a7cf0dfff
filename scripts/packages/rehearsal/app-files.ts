import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** What an application has that no generator writes: uploads, and a room over sockets. */
const files: Readonly<Record<string, string>> = {
  "src/pictures/pictures-module.ts": `import { file, form } from "@trivet/multipart"
import { anyone, type Context, contract, dto, implement, module } from "trivet"

export const Pictures = contract({
  upload: {
    method: "POST",
    path: "/pictures",
    accepts: { body: form(dto({ title: "required" }), { picture: file({ required: true }) }) },
    returns: { 201: dto({ title: "required", bytes: "required,integer" }) },
  },
})

class PicturesController {
  routes() {
    return implement(Pictures, this, { upload: [anyone] })
  }

  async upload(ctx: Context<typeof Pictures.upload>) {
    const { title, picture } = await ctx.bind()
    return ctx.status(201).json({ title, bytes: picture.size })
  }
}

export const PicturesModule = module({ name: "pictures", declarations: [PicturesController] })
`,
  "src/rooms/rooms-module.ts": `import {
  anyone,
  dto,
  group,
  inject,
  MemoryTopics,
  module,
  provide,
  routes,
  socket,
  type SocketContext,
  Topics,
} from "trivet"

const Said = dto({ text: "required,max=500" })

export const Room = {
  path: "/rooms/:id",
  accepts: { message: Said },
  sends: dto({ id: "required", data: Said }),
} as const

class RoomsController {
  readonly #topics = inject(Topics)

  routes() {
    return routes([group("", [anyone], [socket(Room.path, this.join, Room)])])
  }

  async join(ctx: SocketContext<typeof Room>) {
    const topic = \`room:\${ctx.param("id")}\`
    void ctx.sendAll(await this.#topics.subscribe(ctx, topic, Said))
    for await (const { text } of ctx.messages) await this.#topics.publish(topic, { text })
  }
}

export const RoomsModule = module({
  name: "rooms",
  declarations: [RoomsController, provide(Topics, () => new MemoryTopics())],
})
`,
  "src/pictures/pictures.test.ts": `import { openSocket } from "trivet/client"
import { serve } from "trivet/node"
import { afterAll, describe, expect, it } from "vitest"
import { module } from "trivet"
import { apiOptions } from "../api-options.ts"
import { Room, RoomsModule } from "../rooms/rooms-module.ts"
import { PicturesModule } from "./pictures-module.ts"

const app = module({ name: "media", imports: [PicturesModule, RoomsModule] })
const served = await serve(app, { ...apiOptions, port: 0 })
afterAll(() => served.stop())

describe("media", () => {
  it("takes a picture", async () => {
    const body = new FormData()
    body.set("title", "A cat")
    body.set("picture", new Blob([new Uint8Array(700_000)]), "cat.bin")
    const reply = await fetch(\`\${served.url}/pictures\`, { method: "POST", body })
    expect([reply.status, await reply.json()]).toEqual([201, { title: "A cat", bytes: 700_000 }])
  })

  it("lets people talk in a room", async () => {
    const room = openSocket(Room, { url: served.url, params: { id: "1" }, signal: AbortSignal.timeout(60_000) })
    const timer = setInterval(() => room.send({ text: "hello" }), 200)
    for await (const { data } of room) {
      expect(data.text).toBe("hello")
      break
    }
    clearInterval(timer)
  })
})
`,
}

/** Adds uploads and a room to an application of the template api. */
export function addMedia(app: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  edit(join(app, "src/api-options.ts"), [
    ["api({ errors })", 'api({ errors, bodies: [multipart({ maxFileSize: "2 MB" })] })'],
    [
      'import { api } from "trivet/api"\n',
      'import { multipart } from "@trivet/multipart"\nimport { api } from "trivet/api"\n',
    ],
  ])
  edit(join(app, "src/app-module.ts"), [
    ["    WelcomeModule,\n", "    WelcomeModule,\n    PicturesModule,\n    RoomsModule,\n"],
    [
      "import { WelcomeModule }",
      'import { PicturesModule } from "./pictures/pictures-module.ts"\nimport { RoomsModule } from "./rooms/rooms-module.ts"\nimport { WelcomeModule }',
    ],
  ])
}

/** Replaces texts of a file. Each must be there. */
export function edit(file: string, changes: readonly (readonly [search: string, replace: string])[]): void {
  const text = changes.reduce(
    (before, [search, replace]) => {
      if (!before.includes(search)) throw new Error(`${file}: does not have ${JSON.stringify(search)}`)
      return before.replaceAll(search, () => replace)
    },
    readFileSync(file, "utf8"),
  )
  writeFileSync(file, text)
}
