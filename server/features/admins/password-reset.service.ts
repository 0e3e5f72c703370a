import type { PasswordCodeRequest, PasswordReset } from '#contracts/admin.ts'
import { type EmailCodes, wrongCode } from '#server/platform/email-codes/email-codes.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { AdminService } from './admins.service.ts'
import type { AdminStore } from './admins.store.ts'
import { refuseGuessable } from './guessable-password.ts'
import { passwordCodeEmail } from './password-code-email.ts'

export type PasswordResetService = ReturnType<typeof createPasswordResetService>

/** Replaces forgotten passwords. Who asks can't learn whether an account has an address. */
export function createPasswordResetService({
  codes,
  findAccount,
  changeAdmin,
  mail,
  brand,
}: {
  codes: EmailCodes
  findAccount: AdminStore['findByEmail']
  changeAdmin: AdminService['change']
  mail: Mail
  brand: string
}) {
  return {
    /** Whether codes reach anybody. */
    byEmail: mail.kind === 'smtp',

    /**
     * Makes a code for whoever asks, known or not, in the same time.
     * @returns what is to be done once the request was answered: the mail, which goes to accounts alone
     */
    requestCode: async (request: PasswordCodeRequest, ip: string): Promise<() => Promise<void>> => {
      const { code, expiresAt } = await codes.request(request, ip)
      return async () => {
        const account = await findAccount(request.email)
        if (account) await mail.send({ to: account.email, ...passwordCodeEmail({ code, expiresAt, brand }) })
      }
    },

    /**
     * Sets the password for whoever shows the right code, and ends every session of the account. Nothing of the account is looked
     * at before: that its owner's name rules out a password must not tell that there is such an account.
     */
    reset: async ({ password, ...shown }: PasswordReset, ip: string): Promise<void> => {
      await refuseGuessable(password, { firstname: '', lastname: '', email: shown.email })
      const codeId = await codes.check(shown)
      const account = await findAccount(shown.email)
      // Its address may have been changed since the code was mailed.
      if (!account) throw wrongCode()
      await changeAdmin(account.id, { password }, { by: { address: ip }, codeId })
    },

    /** Removes codes that have run out. */
    purge: codes.purge,
  }
}
