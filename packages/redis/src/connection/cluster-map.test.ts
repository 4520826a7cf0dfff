import { SimpleError } from "redis"
import { describe, expect, it } from "vitest"
import { isRedirection, redirectionOf, slotRangesOf } from "./cluster-map.ts"

const asked = "rediss://user:pass%40word@node.internal:7000"

describe("slotRangesOf", () => {
  it("makes the URLs of masters like that of the node that was asked", () => {
    const reply = [
      [0, 99, ["10.0.0.1", 7001, "id", {}], ["10.0.0.2", 7002, "id", {}]],
      [100, 199, [null, 7003, "id", {}]],
      [200, 16383, ["fd00::1", 7004, "id", {}]],
    ]
    expect(slotRangesOf("cluster_state:ok\r\n", reply, asked)).toEqual([
      { from: 0, to: 99, url: "rediss://user:pass%40word@10.0.0.1:7001" },
      { from: 100, to: 199, url: "rediss://user:pass%40word@node.internal:7003" },
      { from: 200, to: 16383, url: "rediss://user:pass%40word@[fd00::1]:7004" },
    ])
  })

  it("does not believe a node that misses others", () => {
    const reply = [[0, 16383, ["10.0.0.1", 7001, "id", {}]]]
    expect(() => slotRangesOf("cluster_state:fail\r\n", reply, asked)).toThrow(/is down/)
  })
})

describe("redirectionOf", () => {
  it("leads to the node that is named, or to another port of the same host", () => {
    const moved = new SimpleError("MOVED 3999 fd00::1:7001")
    expect(isRedirection(moved)).toBe(true)
    expect(redirectionOf(moved, asked)).toEqual({
      slot: 3999,
      url: "rediss://user:pass%40word@[fd00::1]:7001",
      once: false,
    })
    expect(redirectionOf(new SimpleError("ASK 7 :7002"), asked)).toEqual({
      slot: 7,
      url: "rediss://user:pass%40word@node.internal:7002",
      once: true,
    })
  })

  it("is of nothing else", () => {
    for (const error of [new SimpleError("ERR MOVED"), new Error("MOVED 1 a:1"), "MOVED 1 a:1"])
      expect(isRedirection(error)).toBe(false)
  })
})
