import type { Answers } from "./dispatch/dispatch.ts"
import { partsOf, type Platform, type PlatformParts } from "./dispatch/platform.ts"
import type { ServedKind } from "./routes/served-kinds.ts"

/**
 * The platforms of engines that modules contain, such as the job runner. An engine injects this class and adds its
 * platform while the application is built; the records of its kind are then compiled at boot, like those of the
 * application's own platform.
 */
export class EnginePlatforms {
  /** The platform of the application first. */
  readonly all: Set<PlatformParts>
  #kinds: ReadonlyMap<string, ServedKind> | undefined

  constructor(own: PlatformParts) {
    this.all = new Set([own])
  }

  /**
   * Returns the answers for the platform's kind, usable once the application is built. If the application's own
   * platform serves the kind, that one answers instead of the given one.
   */
  add(platform: Platform): Answers {
    const added = partsOf(platform)
    const { name } = added.serves[0]!
    const [own] = this.all
    if (!own!.serves.some((kind) => kind.name === name)) this.all.add(added)
    const answers = () => this.#kinds!.get(name)!.answers
    return {
      dispatch: (incoming) => answers().dispatch(incoming),
      reject: (incoming, fault) => answers().reject(incoming, fault),
    }
  }

  /** Connects the engines with the compiled routes. */
  connect(kinds: ReadonlyMap<string, ServedKind>): void {
    this.#kinds = kinds
  }
}
