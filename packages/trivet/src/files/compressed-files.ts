/** A way in which a file may be compressed beside itself. */
interface CompressedFile {
  /** The `Content-Encoding`. */
  readonly name: string
  /** How the compressed file's name ends. */
  readonly ending: string
}

/** Files that may lie beside a file, the smallest first. */
export const compressedFiles: readonly CompressedFile[] = [
  { name: "br", ending: ".br" },
  { name: "zstd", ending: ".zst" },
  { name: "gzip", ending: ".gz" },
]
