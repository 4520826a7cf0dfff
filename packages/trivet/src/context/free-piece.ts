/**
 * The method under which a body takes back a piece that was written, to fill it again: `body[freePiece](piece)`. Fresh
 * memory for every piece of a long file costs the garbage collector more than the reading.
 */
export const freePiece = "trivet:free-piece"

/** A body that fills its pieces again. An engine that never gives one back gets a new one each time. */
export interface ReusedPieces extends AsyncIterable<Uint8Array> {
  [freePiece](piece: Uint8Array): void
}
