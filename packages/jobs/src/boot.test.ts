import { type BootFault, contract, dto, implement, module, routes, type StandardSchema } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { cron, job, jobs } from "./index.ts"

/** What a user reads when an application with these records starts: code, message and fix of each fault. */
async function faultsOf(routesOf: (controller: { send(): void }) => unknown): Promise<readonly string[]> {
  class Receipts {
    routes() {
      return routesOf(this) as never
    }
    send() {}
  }
  const started = createTestApp(module({ name: "shop", imports: [jobs()], declarations: [Receipts] }))
  const thrown = await started.then(
    (app) => app.stop().then(() => undefined),
    (fault: unknown) => fault as BootFault,
  )
  return (thrown?.faults ?? []).map(({ code, message, fix }) => `${code}: ${message} ${fix}`)
}

const send = () => undefined

describe("boot refuses", () => {
  it("a job of a contract that its controller does not handle", async () => {
    const Sending = contract({ deliver: job("receipts/deliver") })
    expect(await faultsOf((controller) => implement(Sending, controller as never))).toEqual([
      expect.stringMatching(
        /^CONTRACT_NOT_IMPLEMENTED: `Receipts` has no method `deliver`, .* for `receipts\/deliver`/,
      ),
    ])
  })

  it("a job without a handler", async () => {
    expect(await faultsOf(() => [{ ...job("receipts/send") }])).toEqual([
      expect.stringMatching(/^ROUTE_WITHOUT_HANDLER: The route `receipts\/send` of `Receipts` has neither/),
    ])
  })

  it("a payload that JSON Schema cannot describe", async () => {
    const body: StandardSchema = {
      "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
    }
    expect(await faultsOf(() => [job("receipts/send", send, { accepts: { body } })])).toEqual([
      "JOB_PAYLOAD_NOT_DESCRIBED: The payload of the job `receipts/send` has a schema that cannot be written as JSON Schema. Use only types in `accepts.body` that JSON has: a text instead of a date, for example.",
    ])
  })

  it.each([
    ["0 3 * *", "it does not have five fields"],
    ["0 0 3 * * *", "it does not have five fields"],
    ["0 25 * * *", "Constraint error, got value 25 expected range 0-23"],
    ["whenever it is right for you", "it does not have five fields"],
    ["a b c d e", "Invalid characters"],
  ])("the schedule `%s`", async (schedule, reason) => {
    const [fault, ...more] = await faultsOf(() => [cron(schedule, "uploads/sweep", send)])
    expect(more).toEqual([])
    expect(fault).toContain(
      `JOB_SCHEDULE_INVALID: The schedule \`${schedule}\` of the job \`uploads/sweep\` cannot be read: ${reason}`,
    )
    expect(fault).toContain("such as `0 3 * * *`")
  })

  it("a time zone that does not exist", async () => {
    expect(
      await faultsOf(() => [cron("0 3 * * *", "uploads/sweep", send, { zone: "Europe/Berlim" })]),
    ).toEqual([expect.stringContaining("cannot be read: `Europe/Berlim` is no time zone.") as string])
  })

  it("two jobs with one name, also if one of them is a schedule", async () => {
    expect(
      await faultsOf(() => [job("receipts/send", send), cron("0 3 * * *", "/receipts/send/", send)]),
    ).toEqual([expect.stringMatching(/^ROUTE_CONFLICT: .*receipts\/send/)])
  })

  it.each(["receipts/:id", "receipts/*", "receipts/send now", "receipts/größe"])(
    "the name `%s`",
    async (name) => {
      expect(await faultsOf(() => [job(name, send)])).toEqual([
        expect.stringContaining(
          `JOB_NAME_INVALID: The job \`${name}\` has a name with characters that are not allowed`,
        ),
      ])
    },
  )

  it.each([
    ["retyr", { retyr: 3 }, "`retyr` is unknown, write `retry`"],
    ["limit.maxRuning", { limit: { maxRuning: 3 } }, "`maxRuning` is unknown, write `maxRunning`"],
    ["retry.time", { retry: { time: 3 } }, "`time` is unknown, write `times`"],
  ])("the unknown option `%s`", async (_, options, hint) => {
    const faults = await faultsOf(() => [job("receipts/send", send, options as never)])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('job("receipts/send")')
    expect(faults[0]).toContain(hint)
  })

  it.each([
    ["retry.times", { retry: -1 }],
    ["retry.delay", { retry: { delay: 0 } }],
    ["timeout", { timeout: 1.5 }],
    ["concurrency", { concurrency: Number.NaN }],
    ["limit.maxRunning", { limit: { maxRunning: 0 } }],
    ["limit.maxStarts", { limit: { maxStarts: 1_001 } }],
    ["limit.per", { limit: { maxStarts: 1, per: 0 } }],
  ])("a wrong number for `%s`", async (option, options) => {
    const faults = await faultsOf(() => [job("receipts/send", send, options)])
    expect(faults).toEqual([
      expect.stringContaining(`JOB_OPTION_INVALID: \`${option}\` of the job \`receipts/send\` is `),
    ])
  })

  it("nothing of a job that is right", async () => {
    expect(
      await faultsOf((controller) =>
        routes([
          job("receipts/send", () => controller.send(), { accepts: { body: dto({ order: "integer" }) } }),
          cron("*/5 0-4 * * mon", "uploads/sweep", send, { zone: "America/Sao_Paulo" }),
        ]),
      ),
    ).toEqual([])
  })
})
