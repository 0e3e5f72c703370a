import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from './button.tsx'
import { OVERLAY, SHEET } from './dialog.tsx'
import { useReturnFocus } from './dialog-focus.ts'

/** Dialog that asks for confirmation of an irreversible action. Stays open while `busy`; the caller closes it. */
export function ConfirmDialog({
  open,
  title,
  message,
  confirm,
  cancel = 'Cancel',
  danger = true,
  busy = false,
  waiting = false,
  alternative,
  children,
  onConfirm,
  onClose,
}: {
  open: boolean
  title: string
  message: ReactNode
  /** The label of the confirming button, such as Delete */
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** Disables the confirming button while the message is incomplete */
  waiting?: boolean
  /** An alternative action */
  alternative?: { label: string; onChoose: () => void } | undefined
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY} />
        <AlertDialog.Content {...returnFocus} className={classNames(SHEET, 'p-6 sm:max-w-md sm:p-8')}>
          <AlertDialog.Title className="text-2xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-soft">{message}</AlertDialog.Description>
          {children}
          <DialogActions className="mt-7">
            <AlertDialog.Cancel asChild>
              <Button variant="outline" disabled={busy}>
                {cancel}
              </Button>
            </AlertDialog.Cancel>
            {alternative && (
              <Button variant="outline" disabled={busy} onClick={alternative.onChoose}>
                {alternative.label}
              </Button>
            )}
            <Button variant={danger ? 'danger' : 'primary'} busy={busy || waiting} onClick={onConfirm}>
              {confirm}
            </Button>
          </DialogActions>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** Buttons at the end of a dialog: the last one performs the action, and comes first on a phone. */
export function DialogActions({ className = 'mt-6', children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}>{children}</div>
}
