import { ApiKeyStore, auth, type StoredApiKey } from "@trivet/auth"
import { KeyValue, MemoryKeyValue, module, provide } from "trivet"

class Keys extends ApiKeyStore {
  readonly #all = new Map<string, StoredApiKey>()

  async insert(key: StoredApiKey) {
    this.#all.set(key.id, key)
  }
  async findByDigest(digest: string) {
    return [...this.#all.values()].find((key) => key.digest === digest)
  }
  async list() {
    return [...this.#all.values()]
  }
  async delete(id: string) {
    return this.#all.delete(id)
  }
  async deleteAll() {
    const count = this.#all.size
    this.#all.clear()
    return count
  }
}

const StoreModule = module({
  name: "store",
  exports: [KeyValue, ApiKeyStore],
  declarations: [provide(KeyValue, () => new MemoryKeyValue()), provide(ApiKeyStore, () => new Keys())],
})

export const KeyModule = auth({ imports: [StoreModule], settings: {}, apiKeys: true })
