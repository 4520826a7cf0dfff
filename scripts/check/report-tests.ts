import { writeFileSync } from "node:fs"
import type { Reporter, TestModule, Vitest } from "vitest/node"
import type { TestReport } from "./test-report.ts"

/** A reporter of vitest that writes a `TestReport`. Vitest's own leaves out why a suite failed, as in `beforeAll()`. */
export default class implements Reporter {
  #path = ""

  onInit({ config }: Vitest): void {
    this.#path = config.outputFile as string
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const testResults = modules.map(resultOf)
    const countOf = (wanted: string) =>
      testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === wanted).length
    const report: TestReport = {
      numPassedTests: countOf("passed"),
      numFailedTests: countOf("failed"),
      testResults,
    }
    writeFileSync(this.#path, JSON.stringify(report))
  }
}

function resultOf(module: TestModule): TestReport["testResults"][number] {
  const tests = [...module.children.allTests()]
  const suites = [...module.children.allSuites()]
  return {
    name: module.moduleId,
    status: module.state(),
    seconds: module.diagnostic().duration / 1000,
    message: textsOf([...module.errors(), ...suites.flatMap((suite) => suite.errors())]).join("\n"),
    assertionResults: tests.map((test) => {
      const { state, errors } = test.result()
      return { status: state, fullName: test.fullName, failureMessages: textsOf(errors ?? []) }
    }),
  }
}

function textsOf(errors: readonly { readonly stack?: string; readonly message: string }[]): string[] {
  return errors.map(({ stack, message }) => stack ?? message)
}
