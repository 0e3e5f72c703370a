import { Link } from 'react-router'
import type { Message, MessageChanges } from '#contracts/site/contact.ts'
import { buyerPath } from '#web/admin/buyers/buyer-mail.tsx'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { useLast } from '#web/admin/kit/use-last.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EntryForm } from './entry-form.tsx'
import { MessageEntries } from './message-entries.tsx'

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
      <p className="wrap-anywhere whitespace-pre-line">{shown.message}</p>
      <MessageEntries entries={entries} />
      {/* The form starts empty after each answer. */}
      <EntryForm key={`${id} ${entries.length}`} message={shown} onAdded={onChanged} />
      <div className="mt-5 border-rule border-t pt-5">
        <Button variant="outline" size="small" onClick={() => void onChange(shown, { answered: !answered })}>
          {answered ? 'Mark as not answered' : 'Mark as answered'}
        </Button>
      </div>
    </Dialog>
  )
}
