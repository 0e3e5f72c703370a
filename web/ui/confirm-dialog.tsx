import { type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from './button.tsx'
import { PAGE_TITLE, SHEET } from './dialog.tsx'
import { Modal } from './modal.tsx'

/** Dialog that asks for confirmation of an irreversible action. The dialog stays open while `busy`; the caller closes it. */
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
  backCloses,
  children,
  onConfirm,
  onClose,
}: {
  open: boolean
  title: string
  message: ReactNode
  /** Label of the confirm button, such as Delete */
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** Disables the confirm button while the message is incomplete */
  waiting?: boolean
  /** Alternative action of the dialog */
  alternative?: { label: string; onChoose: () => void }
  backCloses?: boolean
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  const id = useId()
  const close = () => busy || onClose()
  return (
    <Modal
      role="alertdialog"
      open={open}
      backCloses={backCloses}
      opener={PAGE_TITLE}
      onClose={close}
      aria-labelledby={id}
      aria-describedby={`${id}-message`}
      className={classNames(SHEET, 'p-6 sm:max-w-md sm:p-8')}
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p id={`${id}-message`} className="mt-3 text-soft">
        {message}
      </p>
      {children}
      <DialogActions className="mt-7">
        <Button variant="outline" disabled={busy} onClick={close} data-autofocus>
          {cancel}
        </Button>
        {alternative && (
          <Button variant="outline" disabled={busy} onClick={alternative.onChoose}>
            {alternative.label}
          </Button>
        )}
        <Button variant={danger ? 'danger' : 'primary'} busy={busy || waiting} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  )
}

/** Buttons at the end of a dialog. The last button performs the action, and comes first on a phone. */
export function DialogActions({ className = 'mt-6', children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}>{children}</div>
}
