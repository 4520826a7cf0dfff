import type { UploadPart } from "s3mini"
import {
  type AddressOptions,
  type BytesRange,
  type FileBytes,
  FileStore,
  type ListedBytes,
  type StorePutOptions,
  type UploadAddressOptions,
} from "./file-store.ts"
import { fault } from "../faults.ts"
import { partBuffers, partSize } from "./part-buffers.ts"
import { presignedUrl } from "./presigned-url.ts"
import { S3Client } from "./s3-client.ts"
import { type S3Target, s3TargetOf } from "./s3-target.ts"

/** Keeps bytes in a bucket of S3, or of a server with its protocol. */
export class S3FileStore extends FileStore {
  readonly #target: S3Target
  readonly #client: S3Client

  /** `url` is `s3://key:secret@host/bucket/prefix?region=eu-central-1`. */
  constructor(url: string) {
    super()
    this.#target = s3TargetOf(url)
    this.#client = new S3Client(this.#target)
  }

  /** Throws if the bucket cannot be reached. */
  async onHealth(): Promise<void> {
    const { prefix } = this.#target
    await this.#client.send((s3) => s3.objectExists(`${prefix}health`), { retry: false })
  }

  async *list(): AsyncGenerator<ListedBytes> {
    const { prefix } = this.#target
    for (let token: string | undefined; ;) {
      const page = await this.#client.send((s3) => s3.listObjectsPaged("/", prefix, 1_000, token), {
        retry: true,
      })
      for (const { Key, Size } of page?.objects ?? [])
        yield { key: Key.slice(prefix.length), size: Number(Size) }
      token = page?.nextContinuationToken
      if (token === undefined) return
    }
  }

  override async url(key: string, { seconds, type, disposition }: AddressOptions): Promise<string> {
    const query = { "response-content-type": type, "response-content-disposition": disposition }
    return presignedUrl(this.#target, this.#target.prefix + key, seconds, { query })
  }

  override async uploadUrl(key: string, { seconds, type, size }: UploadAddressOptions): Promise<string> {
    const headers = { "content-length": String(size), "content-type": type }
    return presignedUrl(this.#target, this.#target.prefix + key, seconds, { method: "PUT", headers })
  }

  protected async write(
    key: string,
    source: AsyncIterable<Uint8Array>,
    options: StorePutOptions,
  ): Promise<void> {
    const name = this.#target.prefix + key
    const type = options.type ?? "application/octet-stream"
    const buffer = await partBuffers.acquire()
    let upload: string | undefined
    try {
      const parts: UploadPart[] = []
      let filled = 0
      const sendPart = async () => {
        upload ??= await this.#client.send((s3) => s3.getMultipartUploadId(name, type), { retry: true })
        const [id, bytes, at] = [upload, buffer.subarray(0, filled), parts.length + 1]
        parts.push(
          await this.#client.send((s3) => s3.uploadPart(name, id, bytes, at), { retry: true, large: true }),
        )
        filled = 0
      }
      for await (const piece of source)
        for (let at = 0; at < piece.length;) {
          if (filled === partSize) await sendPart()
          const next = Math.min(piece.length - at, partSize - filled)
          buffer.set(piece.subarray(at, at + next), filled)
          filled += next
          at += next
        }
      if (upload === undefined) await this.#putWhole(name, buffer.subarray(0, filled), type)
      else {
        await sendPart()
        await this.#complete(name, upload, parts)
      }
    } catch (error) {
      // Otherwise its parts stay, and cost money. If it fails too, `remove()` finds them.
      if (upload !== undefined) await this.#abort(name, upload).catch(() => undefined)
      throw error
    } finally {
      partBuffers.release(buffer)
    }
  }

  protected async open(key: string, range?: BytesRange): Promise<FileBytes | undefined> {
    const name = this.#target.prefix + key
    const read = () =>
      this.#client.send(
        async (s3) => {
          try {
            return range === undefined
              ? await s3.getObjectRaw(name)
              : await s3.getObjectRaw(name, false, range.start, range.start + range.length)
          } catch (error) {
            if ((error as { readonly status?: number }).status === 404) return undefined
            throw error
          }
        },
        { retry: true },
      )
    const response = await read()
    if (response === undefined) return undefined
    const size = Number(
      /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ??
        response.headers.get("content-length"),
    )
    return new ResponseBytes(response, size)
  }

  protected async remove(key: string): Promise<void> {
    const name = this.#target.prefix + key
    await this.#client.send((s3) => s3.deleteObject(name), { retry: true })
    for (const id of await this.#unfinished(name)) await this.#abort(name, id)
  }

  async #putWhole(name: string, bytes: Buffer, type: string): Promise<void> {
    await this.#client.send((s3) => s3.putObject(name, bytes, type), { retry: true, large: true })
  }

  async #complete(name: string, upload: string, parts: UploadPart[]): Promise<void> {
    const done = await this.#client.send((s3) => s3.completeMultipartUpload(name, upload, parts), {
      retry: false,
      large: true,
    })
    // S3 may begin to answer 200, and then say that it failed. radosgw answers an empty tag.
    if (!("Key" in done || "key" in done))
      throw fault("FILES_UNAVAILABLE", {
        store: "The object store",
        reason: "it could not join the parts of a file",
      })
  }

  #abort(name: string, upload: string): Promise<unknown> {
    return this.#client.send((s3) => s3.abortMultipartUpload(name, upload), { retry: true })
  }

  /** The uploads in parts that a killed process has left of a key. */
  async #unfinished(name: string): Promise<readonly string[]> {
    const found = await this.#client.send((s3) => s3.listMultipartUploads("/", "", "GET", { prefix: name }), {
      retry: true,
    })
    return uploadsOf(found, name)
  }
}

/** Names differ in their first letter, and a single upload is no list. */
function uploadsOf(found: object, name: string): readonly string[] {
  const whole = found as Record<string, object>
  const given = (whole["ListMultipartUploadsResult"] ??
    whole["listMultipartUploadsResult"] ??
    found) as Record<string, unknown>
  const uploads = [given["upload"] ?? given["Upload"] ?? []].flat() as Record<string, string>[]
  return uploads
    .filter((one) => (one["key"] ?? one["Key"]) === name)
    .map((one) => (one["uploadId"] ?? one["UploadId"])!)
}

class ResponseBytes implements FileBytes {
  readonly size: number
  readonly #response: Response
  #closed = false

  constructor(response: Response, size: number) {
    this.#response = response
    this.size = size
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.#response.body !== null) yield* this.#response.body as unknown as AsyncIterable<Uint8Array>
    this.#closed = true
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    const { body } = this.#response
    // While it is read, its reader ends it.
    if (body !== null && !body.locked) body.cancel().catch(() => undefined)
  }
}
