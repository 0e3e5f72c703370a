import type { ReactNode } from 'react'
import type { TotpState } from '#contracts/admin/admin.ts'
import { Button } from '#web/ui/button.tsx'

/** List of accounts with two-step sign-in, each with a button that turns it off; the administrator's own account comes first. */
export function TwoStepSettings({
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
      <Setting name="Your account" state={isOn ? `On; ${recoveryCodes} recovery codes are left.` : 'Off: the password alone is enough.'}>
        {isOn ? (
          <Button variant="outline" size="small" onClick={() => onTurnOff(id, 'your account')}>
            Turn off
          </Button>
        ) : (
          <Button size="small" onClick={onTurnOn}>
            Turn on
          </Button>
        )}
      </Setting>
      {others.map((admin) => {
        const name = `${admin.firstname} ${admin.lastname}`
        return (
          <Setting key={admin.id} name={name} state="On. If the phone is lost, you can turn it off.">
            <Button variant="outline" size="small" aria-label={`Turn off for ${name}`} onClick={() => onTurnOff(admin.id, name)}>
              Turn off
            </Button>
          </Setting>
        )
      })}
    </ul>
  )
}

function Setting({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-4 text-base">
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-soft">{state}</p>
      </div>
      {children}
    </li>
  )
}
