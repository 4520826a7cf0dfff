import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parseAllDocuments } from "yaml"

// The schemas of Kubernetes' API accept keys that they do not know, and a cluster rejects them.

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

/** What the validation of Kubernetes' schemas says; `errors` are those of the last call. */
interface Validate {
  (data: object): boolean
  errors: readonly { readonly instancePath: string; readonly message?: string }[] | null
}

/** The schema of `apps/v1` and `Deployment` is `IoK8sApiAppsV1Deployment`. */
async function schemaOf({ apiVersion, kind }: Manifest): Promise<Validate> {
  const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion]
  const upper = (text: string) => text[0]!.toUpperCase() + text.slice(1)
  const name = `IoK8sApi${upper(group.split(".")[0]!)}${upper(version)}${kind}`
  const path = `kubernetes-models/_schemas/${name}`
  return ((await import(path)) as { readonly validate: Validate }).validate
}

/** A copy of data that notes the paths of all keys that nobody has read. */
function watched(data: object, path: string, unread: Set<string>): object {
  const copies = new Map<string, unknown>()
  for (const [key, value] of Object.entries(data)) {
    const place = `${path}/${key}`
    unread.add(place)
    copies.set(
      key,
      typeof value === "object" && value !== null ? watched(value as object, place, unread) : value,
    )
  }
  return new Proxy(data, {
    get(target, key, receiver): unknown {
      unread.delete(`${path}/${String(key)}`)
      return typeof key === "string" && copies.has(key) ? copies.get(key) : Reflect.get(target, key, receiver)
    },
  })
}

/** What a cluster would say against a document. */
async function problemsOf(document: Manifest): Promise<readonly string[]> {
  const validate = await schemaOf(document)
  const unread = new Set<string>()
  const isValid = validate(watched(document, "", unread))
  const errors = isValid
    ? []
    : (validate.errors ?? []).map((one) => `${one.instancePath}: ${one.message ?? "?"}`)
  // What is below a key that is not known has not been read either.
  const unknown = [...unread].filter((one) => ![...unread].some((other) => one.startsWith(`${other}/`)))
  return [...errors, ...unknown.map((path) => `${path}: unknown key`)]
}

const read = (file: string) =>
  parseAllDocuments(readFileSync(join(import.meta.dirname, file), "utf8")).map(
    (document) => document.toJS() as Manifest & Record<string, unknown>,
  )
const documents = globSync("*.yaml", { cwd: import.meta.dirname })
  .toSorted()
  .flatMap((file) => read(file).map((document) => [file, document.kind, document] as const))

describe("the schemas of Kubernetes", () => {
  it("are those of all documents", () => {
    expect(documents.length).toBeGreaterThanOrEqual(9)
  })

  it.each(documents)("accept %s, %s", async (_, __, document) => {
    expect(await problemsOf(document)).toEqual([])
  })

  it("reject a key that they do not know and a value of another type, wherever it is", async () => {
    const [deployment] = read("blog.yaml")
    const text = JSON.stringify(deployment)
    const changed = (from: string, to: string) => {
      expect(text).toContain(from)
      return JSON.parse(text.replace(from, to)) as Manifest
    }
    expect(await problemsOf(changed('"timeoutSeconds":', '"timeoutSecond":'))).toEqual([
      "/spec/template/spec/containers/0/livenessProbe/timeoutSecond: unknown key",
    ])
    expect(await problemsOf(changed('"minReadySeconds":5', '"minReadySeconds":"five"'))).toEqual([
      expect.stringMatching(/^\/spec\/minReadySeconds: /) as string,
    ])
    expect(await problemsOf(changed('"spec":{', '"spec":{"replica":{"count":2},'))).toEqual([
      "/spec/replica: unknown key",
    ])
  })
})
