import { AccessTokens, type Generation, Passwords, Revocations } from "@trivet/auth"
import { Limits, TooManyRequests } from "@trivet/limit"
import { inject, type OutputOf } from "trivet"
import { type AuthEvent, AuthEvents } from "../events/auth-events.ts"
import { TimeOrderedIds } from "../ids/time-ordered-ids.ts"
import type { LoginDTO, RegisterDTO } from "./auth-contract.ts"
import type { Client } from "./client.ts"
import type { User } from "./user.ts"
import { type Login, UsersStore } from "./users-store.ts"

type Credentials = OutputOf<typeof LoginDTO>

/** A user who has logged in, and the generation of what the login creates. */
export interface LoggedIn extends Pick<Login, "id" | "email"> {
  readonly generation: Generation
}

// No user has this id. An unknown address is looked up by it, for the same work.
const nobody = "00000000-0000-0000-0000-000000000000"

/** Registers users and logs them in. */
export class UsersService {
  readonly #store = inject(UsersStore)
  readonly #ids = inject(TimeOrderedIds)
  readonly #passwords = inject(Passwords)
  readonly #tokens = inject(AccessTokens)
  readonly #revocations = inject(Revocations)
  readonly #events = inject(AuthEvents)
  readonly #logins = inject(Limits).logins()
  readonly #registrations = inject(Limits).network({ name: "registration", max: 300, seconds: 3600 })

  /**
   * Registers a user. A password that bcrypt would cut is refused like any other that breaks the rules. Raises 429 after
   * 300 tries from one network in an hour.
   */
  async register(
    given: OutputOf<typeof RegisterDTO>,
    { address, signal }: Client,
    made = this.#ids.next(),
  ): Promise<User> {
    this.#passwords.check(given.password)
    return this.#tellLimit("registration limited", address, () =>
      this.#registrations.attempt(address, () => this.create(given, signal, made)),
    )
  }

  /** Registers a user like `register()`, for a session that begins with it. */
  async signUp(
    given: OutputOf<typeof RegisterDTO>,
    client: Client,
  ): Promise<{ readonly user: User; readonly generation: Generation }> {
    const made = this.#ids.next()
    const generation = await this.#revocations.generationOf(made.id)
    return { user: await this.register(given, client, made), generation }
  }

  /** Registers a user without a rate limit, for commands on the server itself. */
  async create(
    { email, password, name }: OutputOf<typeof RegisterDTO>,
    signal?: AbortSignal,
    { id, at } = this.#ids.next(),
  ): Promise<User> {
    this.#passwords.check(password)
    const hashed = await this.#passwords.hash(password, { signal })
    const user = await this.#store.insert({ id, email, name, password: hashed, created_at: at })
    this.#events.log("registered", { user_id: user.id })
    return user
  }

  /** A token if the password is correct; otherwise `undefined`. Throws a 429 after too many failures. */
  async login(given: Credentials, client: Client): Promise<string | undefined> {
    const user = await this.authenticate(given, client)
    return user && this.#tokens.create({ user_id: user.id, email: user.email }, user.generation)
  }

  /** The user if the password is correct; otherwise `undefined`. Throws a 429 after too many failures. */
  async authenticate(
    given: Pick<Credentials, "email" | "password">,
    client: Client,
  ): Promise<LoggedIn | undefined> {
    const { address } = client
    const user = await this.#tellLimit("login limited", address, () =>
      this.#logins.attempt({ account: given.email, address }, () => this.#check(given, client)),
    )
    if (user === undefined) return undefined
    this.#events.log("login", { user_id: user.id, address })
    return user
  }

  /** A user; `undefined` if there is no such user. */
  find(id: string): Promise<User | undefined> {
    return this.#store.find(id)
  }

  async #check({ email, password }: Credentials, { address, signal }: Client): Promise<LoggedIn | undefined> {
    const id = (await this.#store.findId(email)) ?? nobody
    // Before the hash is read: if all sessions end during the check, the one that begins ends too.
    const generation = await this.#revocations.generationOf(id)
    const user = await this.#store.findLogin(id)
    // Also without such a user: the response time must not reveal whether an account exists.
    const isRight = await this.#passwords.verify(password, user?.password, { signal })
    if (isRight && user !== undefined) return { id, email: user.email, generation }
    this.#events.log("login refused", { user_id: user?.id, address })
    return undefined
  }

  async #tellLimit<T>(event: AuthEvent, address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof TooManyRequests) this.#events.log(event, { address })
      throw error
    }
  }
}
