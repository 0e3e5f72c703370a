import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import type { Session } from '#contracts/admin/admin.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { admin, browser, address, createdAt, lastUsedAt, current } = session
  const name = `${admin.firstname} ${admin.lastname}`
  const place = browser || 'An unknown browser'
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-2 border-rule border-b py-4 text-base leading-snug sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <MonitorSmartphone aria-hidden className="mt-0.5 size-6 text-lamp" />
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">
          {name}
          {current && (
            <Badge tone="success" className="ml-2">
              This session
            </Badge>
          )}
        </p>
        <p>
          {place}
          {address && <span className="text-soft tabular-nums">, {address}</span>}
        </p>
        <p className="mt-1 text-sm text-soft tabular-nums">
          Last used <ExactTime iso={lastUsedAt} toMinute />, signed in <ExactTime iso={createdAt} toMinute />
        </p>
      </div>
      <Button
        variant="outline"
        size="small"
        onClick={onEnd}
        aria-label={`End the session of ${name}, ${place}`}
        className="col-start-2 justify-self-start sm:col-start-3"
      >
        End
      </Button>
    </li>
  )
}
