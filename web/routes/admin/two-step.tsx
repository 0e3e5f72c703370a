import { useState } from 'react'
import { TotpSecret, TotpState } from '#contracts/admin/admin.ts'
import { adminApi, post, read } from '#web/admin/kit/api.ts'
import { PasswordDialog, type ProtectedAction } from '#web/admin/kit/form/password-dialog.tsx'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { ConfirmApp, RecoveryCodeList } from '#web/admin/two-step/turn-on.tsx'
import { TwoStepSettings } from '#web/admin/two-step/two-step-settings.tsx'
import { json } from '#web/lib/api/api.ts'
import { toast } from '#web/lib/toast.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/two-step.ts'

export const meta = adminMeta('Two-step sign-in')

export function clientLoader() {
  return { loading: startLoading(() => read(TotpState, '/totp')) }
}

/** Turns two-step sign-in on and off, also for a colleague who lost their phone. */
export default function AdminTwoStep({ loaderData }: Route.ComponentProps) {
  const { value: state, failure, reload } = useLoaded(loaderData.loading, 'Failed to fetch the settings')
  const [begun, setBegun] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  const [action, setAction] = useState<ProtectedAction>()

  const begin: ProtectedAction = {
    title: 'Turn on two-step sign-in?',
    message: 'From then on you sign in with your password and a code that an app on your phone shows.',
    confirm: 'Continue',
    failed: 'Failed to turn on two-step sign-in',
    run: async (currentPassword) => setBegun(await post(TotpSecret, '/totp', { currentPassword })),
  }
  const turnOff = (id: string, whose: string): ProtectedAction => ({
    title: `Turn off two-step sign-in for ${whose}?`,
    message: 'Then the password alone is enough to sign in.',
    confirm: 'Turn off',
    failed: 'Failed to turn off two-step sign-in',
    run: async (currentPassword) => {
      await adminApi.call(`/totp/${encodeURIComponent(id)}/remove`, json('POST', { currentPassword }))
      toast.success('Two-step sign-in is off')
      reload()
    },
  })

  function finish() {
    setBegun(undefined)
    setCodes(undefined)
    reload()
  }

  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/accounts">Admin Accounts</BackLink>
      <PageTitle className="mt-1">Two-step sign-in</PageTitle>
      <p className="mt-2 mb-5 max-w-2xl text-base text-soft">
        Someone who knows your password still can’t sign in without a code from your phone. The code changes every 30 seconds.
      </p>
      {failure && <FailedList many="settings" onRetry={reload} />}
      {!failure && !state && <LoadingList />}
      {codes && <RecoveryCodeList codes={codes} onKept={finish} />}
      {begun && !codes && <ConfirmApp begun={begun} onConfirmed={setCodes} />}
      {state && !failure && !begun && (
        <TwoStepSettings state={state} onTurnOn={() => setAction(begin)} onTurnOff={(id, whose) => setAction(turnOff(id, whose))} />
      )}
      <PasswordDialog action={action} onClose={() => setAction(undefined)} />
    </div>
  )
}
