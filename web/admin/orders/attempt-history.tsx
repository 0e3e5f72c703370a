import type { AttemptDetails } from '#contracts/shop/order-admin.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { ATTEMPT_STATE_LOOKS } from './state-badges.tsx'

const CAUSES: Record<AttemptDetails['events'][number]['cause'], string> = {
  buyer: 'by the buyer',
  gateway: 'reported by the payment service',
  time: 'time limit reached',
  admin: 'by an administrator',
}

const MESSAGES: Record<AttemptDetails['messages'][number]['kind'], string> = {
  answer: 'Response to our request',
  message: 'Notification',
  reading: 'Status check',
}

export function AttemptHistory({ attempt }: { attempt: AttemptDetails }) {
  const { events, messages } = attempt
  return (
    <>
      <ol aria-label="History" className="mt-5 border-rule border-l-2 pl-4">
        {events.map(({ at, from, to, cause, detail }) => (
          <li
            key={`${at} ${to} ${detail}`}
            className="relative pb-3 text-base leading-snug before:absolute before:top-1.5 before:-left-[1.375rem] before:size-2.5 before:rounded-full before:bg-lamp last:pb-0"
          >
            {/* Events that leave the payment state unchanged, such as partial refunds, have their detail text as the title. */}
            <span className="wrap-anywhere font-semibold">{from === to && detail ? detail : ATTEMPT_STATE_LOOKS[to].label}</span>{' '}
            <span className="text-soft">· {CAUSES[cause]}</span>
            <span className="block text-sm text-soft tabular-nums">
              <ExactTime iso={at} />
            </span>
            {detail && from !== to && <span className="wrap-anywhere block text-sm">{detail}</span>}
          </li>
        ))}
      </ol>
      {messages.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-11 py-2.5 text-base">Messages from the payment service ({messages.length})</summary>
          <ul className="grid gap-4 pt-1">
            {messages.map(({ at, kind, body }) => (
              <li key={`${at} ${kind} ${body}`}>
                <p className="text-sm text-soft tabular-nums">
                  {MESSAGES[kind]}, <ExactTime iso={at} />
                </p>
                <pre className="wrap-anywhere mt-1 whitespace-pre-wrap bg-paper-2 px-3 py-2 text-sm leading-normal">{pretty(body)}</pre>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Formats a JSON or form-encoded body with one field per line. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    if (!/^[^\s<]+=/.test(body)) return body
    return [...new URLSearchParams(body)].map(([name, value]) => `${name}: ${value}`).join('\n')
  }
}
