import { PasswordForm } from '#contracts/admin.ts'
import { DialogForm } from '#web/features/admin/kit/form/dialog-form.tsx'
import { useJsonForm } from '#web/features/admin/kit/form/use-json-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Something that requires the admin's own password. */
export type ProtectedAction = {
  title: string
  message: string
  confirm: string
  failed: string
  /** @throws ApiError, whose message is shown at the field */
  run: (currentPassword: string) => Promise<void>
}

/** Asks for the admin's own password, then does it. */
export function PasswordDialog({ action, onClose }: { action: ProtectedAction | undefined; onClose: () => void }) {
  return (
    <Dialog open={action !== undefined} onClose={onClose} title={action?.title ?? ''} description={action?.message} width="small">
      {action && <Form action={action} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ action, onClose }: { action: ProtectedAction; onClose: () => void }) {
  const state = useJsonForm({
    schema: PasswordForm,
    defaultValues: { currentPassword: '' },
    send: ({ currentPassword }) => action.run(currentPassword),
    onSent: onClose,
    failed: action.failed,
  })
  return (
    <DialogForm state={state} submitLabel={action.confirm} onCancel={onClose}>
      <TextField label="Your own password" type="password" autoComplete="current-password" required {...state.field('currentPassword')} />
    </DialogForm>
  )
}
