import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { Deletion } from './use-deletion.ts'

/** Confirms a deletion. Where the deletion requires it, the name of the item has to be typed. */
export function DeleteDialog({ deletion, singular }: { deletion: Omit<Deletion, 'ask'>; singular: string }) {
  const { open, busy, waiting, message, nameField, confirm, close } = deletion
  return (
    <ConfirmDialog
      open={open}
      title={`Delete this ${singular}?`}
      message={message}
      confirm="Delete"
      busy={busy}
      waiting={waiting}
      onConfirm={confirm}
      onClose={close}
    >
      {nameField && (
        <form
          ref={nameField.form}
          noValidate
          className="mt-5"
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <TextField
            label={`Type “${nameField.name}” to confirm`}
            autoComplete="off"
            autoCapitalize="words"
            required
            value={nameField.value}
            onChange={(event) => nameField.onChange(event.target.value)}
            {...(nameField.error && { error: nameField.error })}
          />
        </form>
      )}
    </ConfirmDialog>
  )
}
