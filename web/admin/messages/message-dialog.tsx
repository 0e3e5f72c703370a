import type { Message, MessageChanges } from '#contracts/site/contact.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { useLast } from '#web/admin/kit/use-last.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export function MessageDialog({
  message,
  onClose,
  onChange,
}: {
  message: Message | undefined
  onClose: () => void
  onChange: (message: Message, changes: MessageChanges) => Promise<void>
}) {
  const shown = useLast(message)
  if (!shown) return null
  const { name, email, subject, answered, createdAt } = shown
  return (
    <Dialog
      open={message !== undefined}
      onClose={onClose}
      title={subject}
      description={
        <span className="wrap-anywhere">
          {name}, {email}, <ExactTime iso={createdAt} toMinute />
        </span>
      }
    >
      <p className="wrap-anywhere whitespace-pre-line">{shown.message}</p>
      <DialogActions className="mt-6 border-rule border-t pt-5">
        <Button variant="outline" size="small" onClick={() => void onChange(shown, { answered: !answered })}>
          {answered ? 'Mark as not answered' : 'Mark as answered'}
        </Button>
        <a href={replyAddress(shown)} className={buttonClass({ size: 'small' })}>
          Reply by e-mail
        </a>
      </DialogActions>
    </Dialog>
  )
}

function replyAddress({ email, subject, message }: Message) {
  const quoted = message.slice(0, 1500).replace(/^/gm, '> ')
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`\n\n${quoted}`)}`
}
