import { MAIL_RETRY_DAYS } from '#contracts/admin/retention.ts'
import type { MessageEntry } from '#contracts/site/contact.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** Answers to a message and notes of colleagues. */
export function MessageEntries({ entries }: { entries: MessageEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className="mt-6 grid gap-4">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Callout tone={entry.kind === 'answer' ? 'success' : 'neutral'} className="px-4 py-3 text-base">
            <p className="text-sm text-soft tabular-nums">
              {entry.kind === 'answer' ? 'Answer' : 'Note'} by {entry.by}, <ExactTime iso={entry.at} toMinute />
              {entry.kind === 'answer' && <Delivery entry={entry} />}
            </p>
            <p className="wrap-anywhere mt-1 whitespace-pre-line">{entry.text}</p>
          </Callout>
        </li>
      ))}
    </ul>
  )
}

function Delivery({ entry: { at, sentAt } }: { entry: MessageEntry }) {
  if (sentAt)
    return (
      <>
        , sent <ExactTime iso={sentAt} toMinute />
      </>
    )
  return Date.now() - Date.parse(at) > MAIL_RETRY_DAYS * 86_400_000 ? ', could not be sent' : ', waiting to be sent'
}
