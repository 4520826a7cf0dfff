import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createBucket } from "../../../files/tests/servers/create-bucket.ts"
import { PrivateSwift } from "../../../files/tests/servers/private-swift.ts"
import { root } from "../../../../scripts/reading/workspace.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import { createTemplateApp, type TemplateApp } from "../testing/template-app.ts"
import { serveWith, type Serving } from "./shell.ts"

const isLong = process.env["TRIVET_LONG"] === "1"

/** Where the names of the table are imported from: an editor writes these lines. */
const imports: Readonly<Record<string, string>> = {
  fileMigrations: "@trivet/files",
  FilesModule: "../database/files-module.ts",
  AttachmentsController: "./attachments-controller.ts",
}

/** Does what the guide tells: adds its three files, and the lines of its table. */
function addFiles(folder: string): void {
  const page = readFileSync(join(root, "docs/build/files.md"), "utf8")
  const [, section = ""] = /\n## In an application of a template\n([^]*?)\n## /.exec(page) ?? []
  const files = [...section.matchAll(/```ts no-check\n\/\/ (src\/\S+)\n([^]*?)```/g)]
  const lines = [...section.matchAll(/^\| `(src\/\S+)` +\| `(\w+)` +\| `([^`]+)` +\|$/gm)]
  expect([files.length, lines.length]).toEqual([3, 5])
  for (const [, path, code] of files) {
    mkdirSync(dirname(join(folder, path!)), { recursive: true })
    writeFileSync(join(folder, path!), code!)
  }
  for (const [, path, place, line] of lines) {
    const file = join(folder, path!)
    const text = readFileSync(file, "utf8")
    const name = line!.replace(/,$/, "")
    const added = name in imports ? `import { ${name} } from "${imports[name]}"\n` : ""
    const edited = text.replace(new RegExp(`\\b${place}\\b[^[{]*[[{]`), (found) => `${found}\n${line}\n`)
    expect(edited, `${place} in ${path}`).not.toBe(text)
    writeFileSync(file, added + edited)
  }
}

/** A user of the application, with one note. */
class Writer {
  readonly #url: string
  readonly #headers: { authorization: string }
  /** The path of the attachment. */
  readonly path: string

  private constructor(url: string, headers: { authorization: string }, path: string) {
    this.#url = url
    this.#headers = headers
    this.path = path
  }

  static async signUp(url: string): Promise<Writer> {
    const person = { email: `${crypto.randomUUID()}@example.org`, password: "correct horse", name: "Ada" }
    const send = async (path: string, body: object, headers = {}) => {
      const all = { "content-type": "application/json", ...headers }
      const reply = await fetch(url + path, { method: "POST", headers: all, body: JSON.stringify(body) })
      expect(reply.ok, await reply.clone().text()).toBe(true)
      return (await reply.json()) as { readonly token: string; readonly id: string }
    }
    await send("/auth/register", person)
    const headers = { authorization: `Bearer ${(await send("/auth/login", person)).token}` }
    const { id } = await send("/notes", { title: "Milk" }, headers)
    return new Writer(url, headers, `/notes/${id}/attachment`)
  }

  async store(body: Uint8Array<ArrayBuffer>): Promise<void> {
    const reply = await fetch(this.#url + this.path, { method: "PUT", headers: this.#headers, body })
    if (reply.status !== 204) throw new Error(`${reply.status} ${await reply.text()}`)
  }

  /** What a path has, also one of before, at another address. */
  read(path: string = this.path, url: string = this.#url): Promise<Response> {
    return fetch(url + path, { headers: this.#headers })
  }
}

describe("an application of the template `api` with files, as the guide adds them", () => {
  let app: TemplateApp
  let database: TestDatabase
  let stored: string
  let writer: Writer
  const photo = crypto.getRandomValues(new Uint8Array(60_000))
  beforeAll(async () => {
    ;[app, database] = await Promise.all([createTemplateApp("api"), createTestDatabase()])
    addFiles(app.folder)
    stored = join(app.folder, "files")
  })
  afterAll(async () => {
    app?.remove()
    await database?.drop()
  })

  const serve = async (filesUrl: string): Promise<Serving> =>
    serveWith("node src/main.ts", {
      cwd: app.folder,
      programs: dirname(process.execPath),
      env: {
        NODE_ENV: "production",
        NODE_OPTIONS: (await joinedSources()).flags.join(" "),
        DATABASE_URL: database.url,
        JWT_SECRET: "a secret of a test, longer than 32 bytes",
        BCRYPT_COST: "4",
        FILES_URL: filesUrl,
      },
    })

  it("compiles, and stores in a folder", async () => {
    expect(await app.run("typescript/bin/tsc", ["--noEmit"])).toEqual({ code: 0, text: "" })
    const server = await serve(`folder://${stored}`)
    try {
      writer = await Writer.signUp(server.url())
      expect((await writer.read()).status).toBe(404)
      await writer.store(photo)
      const reply = await writer.read()
      expect(await reply.bytes()).toEqual(photo)
      expect(reply.headers.get("content-disposition")).toContain(`filename="Milk"`)
      const other = await Writer.signUp(server.url())
      expect((await other.read(writer.path)).status).toBe(404)
    } finally {
      await server.stop()
    }
    expect(globSync("??/*", { cwd: stored })).toHaveLength(1)
  })

  // Swift is in packages that the check does not install: CONTRIBUTING.md names them.
  //   TRIVET_LONG=1 npx vitest run packages/tool/tests/scaffold/files.test.ts
  it.runIf(isLong)(
    "moves to S3 by FILES_URL alone, with the files that it has",
    { timeout: 120_000 },
    async () => {
      const swift = await PrivateSwift.start()
      try {
        const bucket = await createBucket(swift.url)
        const server = await serve(swift.url)
        try {
          const other = await Writer.signUp(server.url())
          await other.store(photo.slice(0, 100))
          expect(await (await other.read()).bytes()).toEqual(photo.slice(0, 100))
          const keys = async () => (await bucket.listObjects("/", "app/"))!.map(({ Key }) => Key)
          expect(await keys()).toHaveLength(1)
          expect(globSync("??/*", { cwd: stored })).toHaveLength(1)

          // The copy that the guide tells.
          for (const path of globSync("??/*", { cwd: stored }))
            await bucket.putObject(`app/${basename(path)}`, readFileSync(join(stored, path)))
          expect(await (await writer.read(writer.path, server.url())).bytes()).toEqual(photo)
          // A new attachment replaces the old one.
          await other.store(photo)
          expect(await (await other.read()).bytes()).toEqual(photo)
        } finally {
          await server.stop()
        }
      } finally {
        await swift.stop()
      }
    },
  )
})
