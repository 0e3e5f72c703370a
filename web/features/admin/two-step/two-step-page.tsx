import { useState } from 'react'
import toast from 'react-hot-toast'
import type { TotpSecret, TotpState } from '#contracts/admin.ts'
import { BackLink } from '#web/features/admin/kit/list/back-link.tsx'
import { FailedList, LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import { useLoaded } from '#web/features/admin/kit/use-loaded.ts'
import { Button } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { ConfirmApp } from './confirm-app.tsx'
import { PasswordDialog, type ProtectedAction } from './password-dialog.tsx'
import { RecoveryCodeList } from './recovery-codes.tsx'
import { beginTwoStep, removeTwoStep } from './two-step-api.ts'

/** Turns two-step sign-in on and off, also for a colleague who lost the phone. */
export function TwoStepPage({ loading }: { loading: Promise<TotpState> }) {
  const { value: state, failure, reload } = useLoaded(loading, 'Failed to fetch the settings')
  const [begun, setBegun] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  const [action, setAction] = useState<ProtectedAction>()

  const begin: ProtectedAction = {
    title: 'Turn on two-step sign-in?',
    message: 'From then on you sign in with your password and a code that an app on your phone shows.',
    confirm: 'Go on',
    failed: 'Failed to turn on two-step sign-in',
    run: async (currentPassword) => setBegun(await beginTwoStep(currentPassword)),
  }
  const turnOff = (id: string, whose: string): ProtectedAction => ({
    title: `Turn off two-step sign-in for ${whose}?`,
    message: 'The password alone is enough to sign in then.',
    confirm: 'Turn off',
    failed: 'Failed to turn off two-step sign-in',
    run: async (currentPassword) => {
      await removeTwoStep(id, currentPassword)
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
        Who knows or guesses a password still can’t sign in without a code from your phone, which is another one every half minute.
      </p>
      {failure && <FailedList many="settings" onRetry={reload} />}
      {!failure && !state && <LoadingList />}
      {codes && <RecoveryCodeList codes={codes} onKept={finish} />}
      {begun && !codes && <ConfirmApp begun={begun} onConfirmed={setCodes} />}
      {state && !failure && !begun && (
        <Settings state={state} onTurnOn={() => setAction(begin)} onTurnOff={(id, whose) => setAction(turnOff(id, whose))} />
      )}
      <PasswordDialog action={action} onClose={() => setAction(undefined)} />
    </div>
  )
}

function Settings({
  state: { id, isOn, recoveryCodes, others },
  onTurnOn,
  onTurnOff,
}: {
  state: TotpState
  onTurnOn: () => void
  onTurnOff: (id: string, whose: string) => void
}) {
  return (
    <ul className="border-rule border-t">
      <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-4 text-base">
        <div className="min-w-0">
          <p className="font-semibold">Your account</p>
          <p className="text-soft">{isOn ? `On; ${recoveryCodes} recovery codes are left.` : 'Off: the password alone is enough.'}</p>
        </div>
        {isOn ? (
          <Button variant="outline" size="small" onClick={() => onTurnOff(id, 'your account')}>
            Turn off
          </Button>
        ) : (
          <Button size="small" onClick={onTurnOn}>
            Turn on
          </Button>
        )}
      </li>
      {others.map((admin) => {
        const name = `${admin.firstname} ${admin.lastname}`
        return (
          <li key={admin.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-4 text-base">
            <div className="wrap-anywhere min-w-0">
              <p className="font-semibold">{name}</p>
              <p className="text-soft">On. If the phone is lost, you can turn it off.</p>
            </div>
            <Button variant="outline" size="small" aria-label={`Turn off for ${name}`} onClick={() => onTurnOff(admin.id, name)}>
              Turn off
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
