import type { Invitation } from '#contracts/admin/admin.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export function InvitationRow({
  invitation: { firstname, lastname, email, invitedBy, createdAt, expiresAt },
  busy,
  onAgain,
  onWithdraw,
}: {
  invitation: Invitation
  busy: boolean
  onAgain: () => void
  onWithdraw: () => void
}) {
  const name = `${firstname} ${lastname}`
  const isExpired = Date.parse(expiresAt) < Date.now()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-4 text-base leading-snug">
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">
          {name}
          {isExpired && (
            <Badge tone="neutral" className="ml-2">
              Expired
            </Badge>
          )}
        </p>
        <p className="text-soft">{email}</p>
        <p className="mt-1 text-sm text-soft tabular-nums">
          Invited by {invitedBy} on <ExactTime iso={createdAt} toMinute />, {isExpired ? 'expired' : 'valid until'}{' '}
          <ExactTime iso={expiresAt} toMinute />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" disabled={busy} onClick={onAgain} aria-label={`Send a new link to ${name}`}>
          New link
        </Button>
        <Button variant="outline" size="small" disabled={busy} onClick={onWithdraw} aria-label={`Withdraw the invitation of ${name}`}>
          Withdraw
        </Button>
      </div>
    </li>
  )
}
