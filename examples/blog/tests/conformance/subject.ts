import assert from "node:assert/strict"
import type { ContractCalls } from "../../../../packages/trivet/tests/client/contract-calls.ts"
import { Client, type Received, type Sent } from "./client.ts"

/** A user as the wire has it. */
export interface WireUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly created_at: string
}

/** A post as the wire has it. */
export interface WirePost {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly author_id: string
  readonly author?: WireUser
  readonly published: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** Somebody who is registered and logged in. */
export interface Member extends WireUser {
  readonly password: string
  readonly token: string
}

/** The database under the blog, where the suite was given it. */
export interface StoreAccess {
  query(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
}

/** What may be known of a blog beyond its URL. */
export interface SubjectOptions {
  readonly secret?: string
  readonly store?: StoreAccess
  /** Calls go through clients of these contracts. */
  readonly contracts?: ContractCalls
}

/** The blog that is being looked at, and what else is known of it. */
export class Subject {
  readonly client: Client
  /** The key that signs its tokens. */
  readonly secret: string | undefined
  readonly store: StoreAccess | undefined

  constructor(url: string, more: SubjectOptions = {}) {
    this.client = new Client(url, more.contracts)
    this.secret = more.secret
    this.store = more.store
  }

  call(method: string, path: string, sent?: Sent): Promise<Received> {
    return this.client.call(method, path, sent)
  }

  /** An address that nobody has. */
  newEmail(): string {
    return `${crypto.randomUUID()}@conformance.example`
  }

  /** Registers somebody new and logs him in. */
  async newMember(): Promise<Member> {
    const [email, password] = [this.newEmail(), "a good password"]
    const registered = await this.call("POST", "/auth/register", { json: { email, password, name: "Ada" } })
    assert.equal(registered.status, 201)
    const login = await this.call("POST", "/auth/login", { json: { email, password } })
    assert.equal(login.status, 200)
    return { ...(registered.json as WireUser), password, token: (login.json as { token: string }).token }
  }

  /** Writes a post. */
  async newPost(member: Member, title = "A title", content = "Some content"): Promise<WirePost> {
    const reply = await this.call("POST", "/posts", { token: member.token, json: { title, content } })
    assert.equal(reply.status, 201, reply.text)
    return reply.json as WirePost
  }

  /** Writes a post and publishes it. */
  async newPublished(member: Member, title = "A title"): Promise<WirePost> {
    const { id } = await this.newPost(member, title)
    return this.replace(member, id, { title, content: "Some content", published: true })
  }

  /** Replaces a post. */
  async replace(member: Member, id: string, json: object): Promise<WirePost> {
    const reply = await this.call("PUT", `/posts/${id}`, { token: member.token, json })
    assert.equal(reply.status, 200, reply.text)
    return reply.json as WirePost
  }

  /** The public list, from its beginning. */
  async list(path = "/posts"): Promise<readonly WirePost[]> {
    const reply = await this.call("GET", path)
    assert.equal(reply.status, 200, reply.text)
    return reply.json as WirePost[]
  }
}
