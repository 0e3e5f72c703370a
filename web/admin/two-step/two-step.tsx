import { useState } from 'react'
import { TotpSecret, TotpState } from '#contracts/admin/admin.ts'
import { post, read } from '#web/admin/kit/api.ts'
import { PasswordDialog, type ProtectedAction } from '#web/admin/kit/form/password-dialog.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { turnOffTwoStep } from './colleague-two-step.tsx'
import { ConfirmApp, RecoveryCodeList } from './turn-on.tsx'

export function startLoadingTwoStep(): Promise<TotpState> {
  return startLoading(() => read(TotpState, '/totp'))
}

/** Section that turns two-step sign-in on and off for the administrator's own account. */
export function TwoStep({ id, loading }: { id: string; loading: Promise<TotpState> }) {
  const { value: state, failure, reload } = useLoaded(loading, 'Failed to fetch the settings')
  const [begun, setBegun] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  const [action, setAction] = useState<ProtectedAction>()

  const begin: ProtectedAction = {
    title: 'Turn on two-step sign-in?',
    message: 'You will then sign in with your password and a code from an app on your phone.',
    confirm: 'Continue',
    failed: 'Failed to turn on two-step sign-in',
    run: async (currentPassword) => setBegun(await post(TotpSecret, '/totp', { currentPassword })),
  }

  function finish() {
    setBegun(undefined)
    setCodes(undefined)
    reload()
  }

  if (failure) return <FailedList many="settings" onRetry={reload} />
  if (!state) return <LoadingList />
  if (codes) return <RecoveryCodeList codes={codes} onKept={finish} />
  if (begun) return <ConfirmApp begun={begun} onConfirmed={setCodes} />
  const { isOn, recoveryCodes } = state
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-rule border-y py-4 text-base">
      <p>
        {isOn ? `On; ${pluralize(recoveryCodes, 'recovery code is', 'recovery codes are')} left.` : 'Off: the password alone is enough.'}
      </p>
      <Button
        {...(isOn && { variant: 'outline' as const })}
        size="small"
        onClick={() => setAction(isOn ? turnOffTwoStep(id, 'your account', reload) : begin)}
      >
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
      <PasswordDialog action={action} onClose={() => setAction(undefined)} />
    </div>
  )
}
