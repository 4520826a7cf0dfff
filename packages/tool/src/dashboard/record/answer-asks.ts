// Runs in the application's process, so it must not import the framework.
import type { AppDescription } from "trivet/extend"
import type { DevAnswer, DevAsk } from "../../dev/dev-message.ts"
import { saveTest } from "../save/save-test.ts"
import { answerJobWish, type AppJobs } from "./answer-job-wish.ts"
import type { Recorder } from "./recorder.ts"
import { sendRequest } from "./send-request.ts"

/** The known state of the program. */
export interface Program {
  /** The address that it serves on. */
  readonly place: string | undefined
  readonly described: AppDescription | undefined
  readonly jobs: AppJobs | undefined
}

const kinds: ReadonlySet<string> = new Set<DevAsk["kind"]>(["send", "save", "jobs"])

/** Answers requests of the tool. */
export function answerAsks(
  recorder: Recorder,
  program: () => Program,
  answer: (ask: number, answer: DevAnswer) => void,
): void {
  const perform = (asked: DevAsk): string | Promise<string> => {
    const { place, described, jobs } = program()
    if (asked.kind === "jobs") return answerJobWish(asked.wish, jobs, recorder)
    if (asked.kind === "send") return sendRequest(asked.request, place, recorder)
    return saveTest(asked.id, recorder.calls, described, process.argv[1]!)
  }
  process.on("message", (asked: DevAsk) => {
    // The program may use the channel for its own messages.
    if (!kinds.has(asked?.kind)) return
    new Promise<string>((give) => give(perform(asked))).then(
      (done) => answer(asked.ask, { done }),
      (error: unknown) =>
        answer(asked.ask, { problem: error instanceof Error ? error.message : String(error) }),
    )
  })
  // The IPC channel alone must not keep a program running that has finished.
  process.channel?.unref()
}
