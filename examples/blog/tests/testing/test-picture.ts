import { crc32, deflateSync } from "node:zlib"

/** A PNG of an evening sky over hills, so that pages with pictures look like ones. */
export function testPicture(width: number, height: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0, at = 0; y < height; y++) {
    rows[at++] = 0
    for (let x = 0; x < width; x++) for (const part of colourAt(x / width, y / height)) rows[at++] = part
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function colourAt(x: number, y: number): readonly number[] {
  const near = 0.78 + 0.07 * Math.sin(x * 5 + 1)
  const far = 0.62 + 0.06 * Math.sin(x * 9) + 0.03 * Math.sin(x * 23)
  if (y > near) return [44, 34, 38]
  if (y > far) return [92, 58, 60]
  const sun = Math.hypot((x - 0.68) * 1.78, y - 0.5) < 0.09
  return sun ? [255, 226, 176] : [Math.round(238 - 20 * y), Math.round(120 + 90 * y), Math.round(88 + 40 * y)]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
