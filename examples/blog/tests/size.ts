/** Whether tests run at the size that counts (`BLOG_LONG=1`), and not at the one that every check can afford. */
export const long: boolean = (process.env["BLOG_LONG"] ?? "") !== ""
