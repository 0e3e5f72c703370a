import { useState } from 'react'
import type { Admin } from '#contracts/admin/admin.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { PasswordDialog, type ProtectedAction } from '#web/admin/kit/form/password-dialog.tsx'
import { json } from '#web/lib/api/api.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'

export function turnOffTwoStep(id: string, whose: string, onDone: () => void): ProtectedAction {
  return {
    title: `Turn off two-step sign-in for ${whose}?`,
    message: 'Then the password alone is enough to sign in.',
    confirm: 'Turn off',
    failed: 'Failed to turn off two-step sign-in',
    run: async (currentPassword) => {
      await adminApi.call(`/totp/${encodeURIComponent(id)}/remove`, json('POST', { currentPassword }))
      toast.success('Two-step sign-in is off')
      onDone()
    },
  }
}

/** Form that turns off two-step sign-in for an account whose owner lost the phone. */
export function ColleagueTwoStep({ admin: { id, firstname, lastname } }: { admin: Admin }) {
  const [action, setAction] = useState<ProtectedAction>()
  const [isOff, setOff] = useState(false)
  if (isOff) return null
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-rule border-y py-4 text-base">
      <p>Two-step sign-in is on. If your colleague has lost the phone, you can turn it off.</p>
      <Button variant="outline" size="small" onClick={() => setAction(turnOffTwoStep(id, `${firstname} ${lastname}`, () => setOff(true)))}>
        Turn off
      </Button>
      <PasswordDialog action={action} onClose={() => setAction(undefined)} />
    </div>
  )
}
