import { dto } from "trivet"

/** Whose password is to be reset. */
export const ForgotDTO = dto({ email: "required,email" })

/** A new password, with the token of a mail. */
export const ResetDTO = dto({ token: "required,max=64", password: "required,min=8" })

/** The token of a mail that confirms an address. */
export const ConfirmDTO = dto({ token: "required,max=64" })

/** A new password, with the present one. */
export const PasswordDTO = dto({ current_password: "required", password: "required,min=8" })

/** A new e-mail address, with the password. */
export const EmailDTO = dto({ email: "required,email", password: "required" })

/** The password of the owner, asked for again. */
export const OwnPasswordDTO = dto({ password: "required" })

/** A new API key: what it is called and, if it expires, after how many days. */
export const NewKeyDTO = dto({
  name: "required,line,max=100",
  expires_in_days: "integer,min=1,max=3650",
  password: "required",
})
