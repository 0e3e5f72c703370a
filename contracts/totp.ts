import { z } from 'zod'
import { Admin, CurrentPassword } from './admin.ts'
import { TotpCode } from './totp-code.ts'

/** Whoever asks shows their own password. */
export const PasswordForm = z.object({ currentPassword: CurrentPassword })
export type PasswordForm = z.infer<typeof PasswordForm>

export const TotpConfirmation = z.object({ code: TotpCode })
export type TotpConfirmation = z.infer<typeof TotpConfirmation>

/** Who signs in with a code beside the password. */
export const TotpState = z.object({
  id: z.string().meta({ description: 'Of the account that asks' }),
  isOn: z.boolean().meta({ description: 'For the account that asks' }),
  recoveryCodes: z.int().meta({ description: 'How many of them are left' }),
  others: z.array(Admin).meta({ description: 'Other accounts with it' }),
})
export type TotpState = z.infer<typeof TotpState>

/** Shown once, while it is set up. */
export const TotpSecret = z.object({
  secret: z.string().meta({ description: 'Base32, for authenticator apps that can’t scan' }),
  uri: z.string().meta({ description: 'What the QR code says: otpauth://totp/…' }),
})
export type TotpSecret = z.infer<typeof TotpSecret>

/** Shown once; each opens the account once when the app is lost. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
