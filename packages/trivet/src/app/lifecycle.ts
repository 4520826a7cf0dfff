import { Fault } from "../fault/fault.ts"
import { reasonOf } from "../fault/kind-of.ts"
import type { Binding } from "../inject/container.ts"
import type { Hooks } from "../module/module.ts"
import type { Log } from "../log/log.ts"

/** How long one hook may take, in milliseconds. */
export interface LifecycleLimits {
  readonly startHookTimeout: number
  readonly stopHookTimeout: number
}

/** How long an `onStart()` took. */
export interface HookTiming {
  /** The name of the class or token. */
  readonly name: string
  /** The duration. */
  readonly milliseconds: number
}

/** Runs every `onStart()`, dependencies first. If one fails, those that had started are stopped again. */
export async function startAll(
  order: readonly Binding[],
  limits: LifecycleLimits,
  log: Log,
): Promise<HookTiming[]> {
  return runAll("onStart", order, limits, (started) => stopAll(started, limits, log))
}

/** Runs every `onServe()`, dependencies first, up to the first that fails. */
export async function serveAll(
  order: readonly Binding[],
  limits: LifecycleLimits,
  only: string | undefined,
): Promise<void> {
  await runAll("onServe", order, limits, async () => undefined, only)
}

async function runAll(
  hook: "onStart" | "onServe",
  order: readonly Binding[],
  { startHookTimeout }: LifecycleLimits,
  undo: (done: readonly Binding[]) => Promise<void>,
  only?: string,
): Promise<HookTiming[]> {
  const timings: HookTiming[] = []
  for (const [index, binding] of order.entries()) {
    const hooks = hooksOf(binding)
    if (typeof hooks?.[hook] !== "function") continue
    const began = performance.now()
    const { name: token } = binding
    const milliseconds = hooks.startHookTimeout ?? startHookTimeout
    const subject = hooks[hook]
    const fault = await runHook(() => hooks[hook]!(only), milliseconds, {
      timeout: () => new Fault("START_TIMEOUT", { hook, token, milliseconds }, { subject }),
      failure: (cause) =>
        new Fault("START_FAILED", { hook, token, reason: reasonOf(cause) }, { cause, subject }),
    })
    if (fault !== undefined) {
      await undo(order.slice(0, index))
      throw fault
    }
    timings.push({ name: token, milliseconds: performance.now() - began })
  }
  return timings
}

/** Runs every `onStop()`, dependents first. A hook that fails or hangs is logged, and the others still run. */
export async function stopAll(order: readonly Binding[], limits: LifecycleLimits, log: Log): Promise<void> {
  for (const binding of order.toReversed()) {
    const hooks = hooksOf(binding)
    if (typeof hooks?.onStop !== "function") continue
    const fault = await runHook(() => hooks.onStop!(), limits.stopHookTimeout, {
      timeout: () => new Fault("STOP_TIMEOUT", { token: binding.name, milliseconds: limits.stopHookTimeout }),
      failure: (cause) =>
        new Fault("STOP_FAILED", { token: binding.name, reason: reasonOf(cause) }, { cause }),
    })
    if (fault !== undefined) log.error({ err: fault }, fault.message)
  }
}

function hooksOf(binding: Binding): Hooks | undefined {
  return typeof binding.instance === "object" && binding.instance !== null ? binding.instance : undefined
}

async function runHook(
  hook: () => unknown,
  limit: number,
  faults: { readonly timeout: () => Fault; readonly failure: (cause: unknown) => Fault },
): Promise<Fault | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Fault>((tell) => {
    if (limit < Infinity) timer = setTimeout(() => tell(faults.timeout()), limit)
  })
  try {
    const ran = Promise.resolve(hook()).then(() => undefined)
    return await Promise.race([ran, late])
  } catch (cause) {
    return faults.failure(cause)
  } finally {
    clearTimeout(timer)
  }
}
