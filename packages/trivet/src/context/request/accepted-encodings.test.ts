import { describe, expect, it } from "vitest"
import { acceptedEncodings } from "./accepted-encodings.ts"

const offered = [{ name: "zstd" }, { name: "br" }, { name: "gzip" }]
const accepted = (accept: string) => acceptedEncodings(accept, offered).map(({ name }) => name)

describe("acceptedEncodings", () => {
  it.each([
    ["", []],
    ["gzip", ["gzip"]],
    ["gzip, deflate, br, zstd", ["zstd", "br", "gzip"]],
    ["GZip , BR;Q=0.5", ["gzip", "br"]],
    ["x-gzip", ["gzip"]],
    ["x-gzip, gzip;q=0", []],
    ["zstd;q=0.1, br;q=0.9, gzip;q=0.5", ["br", "gzip", "zstd"]],
    ["zstd;q=0, br;q=0.000, gzip", ["gzip"]],
    ["*", ["zstd", "br", "gzip"]],
    ["*;q=0", []],
    ["*;q=0.5, gzip", ["gzip", "zstd", "br"]],
    ["*, br;q=0", ["zstd", "gzip"]],
    ["identity", []],
    ["identity;q=0", []],
    ["identity;q=0, gzip", ["gzip"]],
    ["identity, gzip;q=0.5", []],
    ["identity;q=0.5, gzip;q=0.5, br;q=0.4", ["gzip"]],
    ["deflate, compress", []],
    [",,, ;q=1, gzip,", ["gzip"]],
    ["gzipped, xbr", []],
  ])("reads %j", (accept, names) => {
    expect(accepted(accept)).toEqual(names)
  })

  it.each(["q", "q=", "q=-1", "q=2", "q=1e3", "q=0x1", "q=.5", "q=NaN", "q=Infinity", "level=1;q=1"])(
    "takes a quality that it cannot read for a no: %j",
    (quality) => {
      expect(accepted(`gzip;${quality}`)).toEqual([])
    },
  )

  it("takes no quality above 1", () => {
    expect(accepted("gzip;q=1.5, zstd;q=1")).toEqual(["zstd", "gzip"])
  })

  it("reads no more than 50 items", () => {
    expect(accepted(`${"x,".repeat(49)}gzip`)).toEqual(["gzip"])
    expect(accepted(`${"x,".repeat(50)}gzip`)).toEqual([])
  })
})
