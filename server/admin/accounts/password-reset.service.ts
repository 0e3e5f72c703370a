import type { PasswordCodeRequest, PasswordReset } from '#contracts/admin/admin.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import { type EmailCodes, wrongCode } from '#server/platform/email-codes/email-codes.ts'
import { sendIfKnown } from '#server/platform/email-codes/send-code.ts'
import { writeCodeEmail } from '#server/platform/email-codes/write-code-email.ts'
import type { EmailBrand } from '#server/platform/mail/render-email.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AdminService } from './admins.service.ts'
import type { AdminStore } from './admins.store.ts'
import { refuseGuessable } from './guessable-password.ts'

export type PasswordResetService = ReturnType<typeof createPasswordResetService>

type Deps = {
  codes: EmailCodes
  findAccount: AdminStore['findByEmail']
  changeAdmin: AdminService['change']
  isProduction: boolean
} & Pick<Platform, 'mail' | 'brand' | 'shopTime'>

/** Creates the service for resetting forgotten passwords. Responses never reveal whether an email address has an account. */
export function createPasswordResetService(deps: Deps) {
  const { codes, findAccount, changeAdmin, mail, brand, shopTime, isProduction } = deps
  return {
    settings: { byEmail: mail.kind === 'smtp', toFiles: mail.kind === 'files' && !isProduction },

    /**
     * Creates a password code. Takes equally long whether or not the account exists.
     * @returns the task to run after the response: it emails the code if the account exists, and otherwise does an equal amount of work
     */
    requestCode: async (request: PasswordCodeRequest, ip: string): Promise<() => Promise<void>> => {
      const { code, expiresAt } = await codes.request(request, ip)
      return async () => {
        const account = await findAccount(request.email)
        const message = {
          to: account?.email ?? request.email,
          ...passwordCodeEmail({ code, expiresAt, brand: brand(), shopTime: shopTime() }),
        }
        await sendIfKnown(mail, account !== undefined, message)
      }
    },

    /**
     * Sets the password if the code is right, and ends all sessions of the account. The account is looked up only after the code is
     * checked, since refusing the owner's name as a password would reveal that the account exists.
     */
    reset: async ({ password, ...shown }: PasswordReset, ip: string): Promise<void> => {
      await refuseGuessable(password, { firstname: '', lastname: '', email: shown.email }, brand().name)
      const codeId = await codes.check(shown)
      const account = await findAccount(shown.email)
      // The account's email address may have changed since the code was emailed.
      if (!account) throw wrongCode()
      await changeAdmin(account.id, { password }, { by: { address: ip }, codeId })
    },

    purge: codes.purge,
  }
}

function passwordCodeEmail(given: { code: string; expiresAt: Date; brand: EmailBrand; shopTime: ShopTime }) {
  return writeCodeEmail({
    ...given,
    subject: `${given.code} is your code for a new password at ${given.brand.name}`,
    heading: 'A new password',
    footer: 'Then you can ignore this email: your password stays the same.',
  })
}
