import { useEffect } from 'react'
import { PASSWORD_MINUTES } from '#contracts/admin/admin.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { PasswordDialog } from '#web/admin/kit/form/password-dialog.tsx'
import { answerPasswordQuestion, useIsPasswordAsked } from '#web/admin/kit/password-question.ts'
import { json } from '#web/lib/api/api.ts'

const ENTER_PASSWORD = {
  title: 'Enter your password',
  message: `This action needs your password. You are then not asked again for ${PASSWORD_MINUTES} minutes.`,
  confirm: 'Continue',
  failed: 'Failed to check your password',
  run: async (currentPassword: string) => {
    await adminApi.call('/password-confirmation', json('POST', { currentPassword }))
    answerPasswordQuestion(true)
  },
}

/** Dialog that asks for the password when an API call requires a recently entered password. */
export function PasswordPrompt() {
  const isAsked = useIsPasswordAsked()
  useEffect(() => () => answerPasswordQuestion(false), [])
  return <PasswordDialog action={isAsked ? ENTER_PASSWORD : undefined} onClose={() => answerPasswordQuestion(false)} />
}
