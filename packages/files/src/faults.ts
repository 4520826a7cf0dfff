import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/files`. */
export const catalogue = {
  // At boot
  FILES_URL_MISSING: {
    message: "`FILES_URL` is not set, and production needs a place for files.",
    fix: "Set `FILES_URL` to `s3://key:secret@host/bucket`, or to `folder:///srv/files`, a folder that all processes share.",
  },
  FILES_URL_INVALID: {
    message: "The URL of the files is invalid: {reason}. It is not shown, because it may contain a secret.",
    fix: "Write `s3://key:secret@host/bucket/prefix?region=eu-central-1`, or `folder:///srv/files`. Percent-encode special characters of the key and the secret: `/` is `%2F`.",
  },

  // When a file is stored
  FILE_KEY_INVALID: {
    message: "A store of files got the key {key}.",
    fix: "Use 1 to 100 lower-case letters, digits and `-`, and no name that a user chose.",
  },
  FILE_SOURCE_INVALID: {
    message: "`files.put()` got {what}.",
    fix: "Pass a text, bytes, a stream, a `Blob` or an upload of @trivet/multipart.",
  },
  FILE_OPTION_INVALID: {
    message: "`{option}` of a file is {value}.",
    fix: "Pass {rule}.",
  },
  FILE_TOO_LARGE: {
    status: 413,
    public: "The file is too large",
    message: "A file has more than {limit} bytes.",
    fix: "Raise `maxSize` of `files.put()` if it should be stored.",
  },
  FILE_SIZE_DIFFERS: {
    status: 400,
    public: "The file does not have the announced size",
    message: "A file has {size} bytes, and {wanted} were announced.",
    fix: "Send the file again: it was cut off, or `size` of `files.put()` is wrong.",
  },
  FILE_DIGEST_DIFFERS: {
    status: 400,
    public: "The file does not have the announced digest",
    message: "A file has the SHA-256 digest {digest}, and {wanted} was announced.",
    fix: "Send the file again: it was changed on its way, or `sha256` of `files.put()` is wrong.",
  },
  FILE_EXPIRED: {
    status: 503,
    public: "The service is not available, try again later",
    message: "The bytes of a file were stored {seconds} seconds ago, and no row was added: they may be gone.",
    fix: "Call `files.put()` soon after the upload, and again with the source if this fails. Bytes without a row are deleted.",
  },

  FILE_NOT_UPLOADED: {
    status: 409,
    public: "The file has not been uploaded",
    message: "The upload {id} is confirmed, and its bytes are not in the store.",
    fix: "Confirm an upload when the request to its address has succeeded.",
  },

  // When a file is read
  FILE_BYTES_MISSING: {
    message: "The bytes of the file {id} are missing in the store.",
    fix: "Restore them from a backup: the row is in `stored_files`, and only `files.delete()` deletes bytes that have a row.",
  },
  FILES_UNAVAILABLE: {
    status: 503,
    public: "The service is not available, try again later",
    message: "{store} is not available: {reason}.",
    fix: "Make the place of `FILES_URL` available and writable. Files in rows are not lost.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
