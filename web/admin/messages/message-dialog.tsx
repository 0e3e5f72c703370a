import { Link } from 'react-router'
import { MAIL_RETRY_DAYS } from '#contracts/admin/retention.ts'
import type { Message, MessageChanges, MessageEntry } from '#contracts/site/contact.ts'
import { buyerPath } from '#web/admin/buyers/buyer-mail.tsx'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { useLast } from '#web/admin/kit/use-last.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EntryForm } from './entry-form.tsx'

export function MessageDialog({
  message,
  onClose,
  onChange,
  onChanged,
}: {
  message: Message | undefined
  onClose: () => void
  onChange: (message: Message, changes: MessageChanges) => Promise<void>
  /** Called after an answer or a note was added */
  onChanged: (message: Message) => void
}) {
  const shown = useLast(message)
  if (!shown) return null
  const { id, name, email, subject, answered, createdAt, entries } = shown
  return (
    <Dialog
      open={message !== undefined}
      onClose={onClose}
      title={subject}
      description={
        <span className="wrap-anywhere">
          {name},{' '}
          <Link to={buyerPath(email)} className="text-link">
            {email}
          </Link>
          , <ExactTime iso={createdAt} toMinute />
        </span>
      }
    >
      {shown.doubtful && (
        <Callout as="p" className="mb-4 px-4 py-3 text-base">
          Perhaps spam: a field that people don’t see was filled in, by a program or by the browser of the sender.
        </Callout>
      )}
      <p className="wrap-anywhere whitespace-pre-line">{shown.message}</p>
      <MessageEntries entries={entries} />
      {/* The key resets the form after each answer. */}
      <EntryForm key={`${id} ${entries.length}`} message={shown} onAdded={onChanged} />
      <div className="mt-5 border-rule border-t pt-5">
        <Button variant="outline" size="small" onClick={() => void onChange(shown, { answered: !answered })}>
          {answered ? 'Mark as not answered' : 'Mark as answered'}
        </Button>
      </div>
    </Dialog>
  )
}

/** List of answers to a message and notes of colleagues. */
function MessageEntries({ entries }: { entries: MessageEntry[] }) {
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

function Delivery({ entry: { at, sentAt, refused } }: { entry: MessageEntry }) {
  if (refused) return ', refused: the mail server does not accept this email address'
  if (sentAt)
    return (
      <>
        , sent <ExactTime iso={sentAt} toMinute />
      </>
    )
  return Date.now() - Date.parse(at) > MAIL_RETRY_DAYS * 86_400_000 ? ', could not be sent' : ', waiting to be sent'
}
