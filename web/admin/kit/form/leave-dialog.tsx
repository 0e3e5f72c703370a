import type { Blocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Confirmation dialog for leaving a page with unsaved changes or a running process. `onLeave` is called before the page is left. */
export function LeaveDialog({
  blocker,
  title = 'Leave without saving?',
  message,
  confirm = 'Leave',
  onLeave,
}: {
  blocker: Blocker
  title?: string
  message: string
  confirm?: string
  onLeave?: () => void
}) {
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      backCloses={false}
      title={title}
      message={message}
      confirm={confirm}
      cancel="Stay here"
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
      onClose={() => blocker.reset?.()}
    />
  )
}
