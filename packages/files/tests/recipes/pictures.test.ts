import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Database, postgres } from "@trivet/postgres"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { sql } from "kysely"
import { module } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fileMigrations, Files, files, type StoredFile } from "../../src/index.ts"
import { recipe } from "./recipe.ts"

/** The part of sharp that makes pictures and reads them. */
interface Picture {
  png(): Picture
  jpeg(): Picture
  withExif(exif: object): Picture
  withMetadata(about: object): Picture
  toBuffer(): Promise<Buffer>
  metadata(): Promise<{ width: number; height: number; format: string; exif?: Buffer; orientation?: number }>
}
type Sharp = (given: Buffer | object, options?: object) => Picture

interface Pictures {
  readonly pictures: { readonly id: string; readonly file_id: string; readonly preview_id: string | null }
}
interface Recipe {
  readonly Db: new (...given: ConstructorParameters<typeof Database<Pictures>>) => Database<Pictures>
  createPreview(db: Database<Pictures>, files: Files, id: string): Promise<void>
}

const pictures = {
  name: "001-pictures",
  up: (db: Database<unknown>) =>
    sql`create table pictures (id uuid primary key, file_id uuid not null references stored_files,
      preview_id uuid references stored_files)`.execute(db),
}

// sharp has another package for each system, so nothing here depends on it: this installs it into a folder of its own.
//   TRIVET_LONG=1 npx vitest run packages/files/tests/recipes/pictures.test.ts
describe.runIf(process.env["TRIVET_LONG"] === "1")("a preview that sharp makes", () => {
  let code: string
  let sharp: Sharp
  let made: Recipe
  let database: TestDatabase
  let app: TestApp
  let db: Database<Pictures>
  beforeAll(async () => {
    code = mkdtempSync(join(import.meta.dirname, "recipe-"))
    writeFileSync(join(code, "package.json"), '{ "type": "module" }')
    writeFileSync(join(code, "create-preview.ts"), recipe("create-preview.ts"))
    const install = [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      "sharp@0.35",
    ]
    await promisify(execFile)("npm", install, { cwd: code })
    sharp = createRequire(join(code, "package.json"))("sharp") as Sharp
    made = (await import(join(code, "create-preview.ts"))) as Recipe
    database = await createTestDatabase()
    const DatabaseModule = postgres(made.Db, {
      url: database.url,
      migrations: [fileMigrations, pictures as never],
      migrateAtStart: true,
    })
    const FilesModule = files({ database: made.Db, imports: [DatabaseModule], url: () => undefined })
    app = await createTestApp(module({ name: "app", imports: [DatabaseModule, FilesModule] }))
    db = app.get(made.Db)
  }, 300_000)
  afterAll(async () => {
    await app?.stop()
    await database?.drop()
    rmSync(code, { recursive: true, force: true })
  })

  /** The preview of a picture; `undefined` if none was made. */
  async function previewOf(bytes: Buffer): Promise<StoredFile | undefined> {
    const { id: file_id } = await app.get(Files).put(bytes)
    const id = crypto.randomUUID()
    await db.insertInto("pictures").values({ id, file_id, preview_id: null }).execute()
    await made.createPreview(db, app.get(Files), id)
    const { preview_id } = await db
      .selectFrom("pictures")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
    return preview_id === null ? undefined : app.get(Files).get(preview_id)
  }
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#2f6fde" }, limitInputPixels: false })

  it("is a smaller picture, as WebP, and its own file", async () => {
    const preview = (await previewOf(await blank(2_000, 1_000).png().toBuffer()))!
    expect(preview).toMatchObject({ name: "preview.webp", type: "image/webp" })
    const about = await sharp(Buffer.from(await preview.bytes())).metadata()
    expect(about).toMatchObject({ width: 400, height: 200, format: "webp" })
  })

  it("stands upright, and has neither the place where the picture was taken nor what was behind it", async () => {
    const exif = { IFD0: { Copyright: "planted" }, IFD3: { GPSLatitude: "52/1 31/1 0/1" } }
    const photo = await blank(800, 400).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const before = await sharp(photo).metadata()
    expect([before.orientation, before.exif?.includes("planted")]).toEqual([6, true])
    const preview = (await previewOf(Buffer.concat([photo, Buffer.from("PK\u0003\u0004 an archive")])))!
    const bytes = Buffer.from(await preview.bytes())
    const about = await sharp(bytes).metadata()
    expect([about.width, about.height, about.exif, about.orientation]).toEqual([
      200,
      400,
      undefined,
      undefined,
    ])
    expect(bytes.includes("an archive")).toBe(false)
  })

  it("is not made of what is no picture, or of a small file that unpacks to a large one", async () => {
    await expect(previewOf(Buffer.from("no picture"))).rejects.toThrow("unsupported image format")
    const bomb = await blank(8_000, 8_000).png().toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(previewOf(bomb)).rejects.toThrow("exceeds pixel limit")
    const { length } = await db
      .selectFrom("pictures")
      .selectAll()
      .where("preview_id", "is not", null)
      .execute()
    expect(length).toBe(2)
  })
})
