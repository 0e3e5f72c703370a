import { z } from 'zod'
import { ClientId } from './access.ts'
import { AdminFields } from './admin.ts'
import { email, emailCode } from './email.ts'

/** How a forgotten password can be replaced here. */
export const PasswordResetSettings = z.object({
  byEmail: z.boolean().meta({ description: 'Codes are mailed; else nobody gets any, and it is done by a command on the server' }),
})
export type PasswordResetSettings = z.infer<typeof PasswordResetSettings>

/** Asks for a code by e-mail. The answer is the same whether or not an account has the address. */
export const PasswordCodeRequest = z.object({ email, clientId: ClientId })
export type PasswordCodeRequest = z.infer<typeof PasswordCodeRequest>

/** Gives the account a new password, for whoever shows a code that was mailed to its address. */
export const PasswordReset = z.object({ email, clientId: ClientId, code: emailCode, password: AdminFields.shape.password })
export type PasswordReset = z.infer<typeof PasswordReset>
