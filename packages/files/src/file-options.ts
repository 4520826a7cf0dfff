/** Options of `files.put()`. */
export interface PutOptions {
  /** The name, for display. Default: that of the source, without folders and invisible characters. */
  readonly name?: string
  /** The media type. Default: that of the source, otherwise `application/octet-stream`. */
  readonly type?: string
  /** The maximum size in bytes. Default: no limit. */
  readonly maxSize?: number
  /** The exact size in bytes, if it is known. Default: that of the source. */
  readonly size?: number
  /** The SHA-256 digest in hexadecimal, if the sender said it. */
  readonly sha256?: string
}

/** Options of `files.download()`. */
export interface DownloadOptions {
  /** The name under which the file is saved. Default: that of its row. */
  readonly name?: string
  /** Whether the browser may show it. Types that can contain scripts, such as HTML and SVG, are saved anyway. Default: false. */
  readonly inline?: boolean
  /**
   * Whether to redirect to a signed address, which is valid for 60 seconds, so that the bytes do not pass through this process.
   * Only an object store has such addresses. Default: false.
   */
  readonly redirect?: boolean
}

/** Options of `files.url()`. */
export interface UrlOptions extends Omit<DownloadOptions, "redirect"> {
  /** How many seconds the address is valid, for anyone who knows it. */
  readonly seconds: number
}

/** What a client wants to send straight to the store. */
export interface UploadOptions {
  /** Who may confirm it, such as the id of the user. */
  readonly owner: string
  /** The name, for display. */
  readonly name: string
  /** The media type. Decide which you accept: a client says what it likes. */
  readonly type: string
  /** The exact size in bytes. Decide how large it may be. */
  readonly size: number
  /** How many seconds the address is valid, up to a week. Default: 3600. */
  readonly seconds?: number
}

/** A file that a client may send with one `PUT` request. */
export interface DirectUpload {
  /** The id for `files.confirmUpload()`. The file gets an id of its own. */
  readonly id: string
  /** The address. It may begin with the path: then it is below the origin of the application. */
  readonly url: string
  /** The `Content-Type` that the request must have. */
  readonly type: string
}
