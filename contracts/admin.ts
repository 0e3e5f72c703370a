import { z } from 'zod'
import { requiredText } from './book.ts'
import { email } from './email.ts'
import { TotpCode } from './totp-code.ts'

export const PASSWORD_MIN_LENGTH = 6

export const LoginRequest = z.object({
  email,
  password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1000),
  code: TotpCode.optional().meta({ description: 'For accounts with two-step sign-in, which are asked for it by code_required' }),
})
export type LoginRequest = z.infer<typeof LoginRequest>

export const AdminFields = z.object({
  firstname: requiredText('a first name', 100),
  lastname: requiredText('a last name', 100),
  email,
  password: z
    .string({ error: 'Enter a password.' })
    .min(PASSWORD_MIN_LENGTH, `Use at least ${PASSWORD_MIN_LENGTH} characters.`)
    .max(1000, 'Use at most 1000 characters.'),
})
export type AdminFields = z.infer<typeof AdminFields>

/** What whoever asks for something has to show again, since a token that was left open is not a person. */
export const CurrentPassword = z.string({ error: 'Enter your own password.' }).min(1, 'Enter your own password.').max(1000)

/** What is not sent stays. */
export const AdminChanges = AdminFields.partial().extend({
  currentPassword: CurrentPassword.optional().meta({
    description: 'The password of whoever changes the account; needed for another e-mail address or password',
  }),
})
export type AdminChanges = z.infer<typeof AdminChanges>

export const Admin = z.object({ id: z.string(), firstname: z.string(), lastname: z.string(), email: z.string() })
export type Admin = z.infer<typeof Admin>

export const LoginResponse = z.object({ token: z.string(), expiresAt: z.iso.datetime(), admin: Admin })
export type LoginResponse = z.infer<typeof LoginResponse>
