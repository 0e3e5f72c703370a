import { PasswordForm } from '#contracts/admin/admin.ts'
import { useLast } from '#web/admin/kit/use-last.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from './form-dialog.tsx'

export type ProtectedAction = {
  title: string
  message: string
  confirm: string
  failed: string
  /** Action of the password dialog. @throws ApiError, whose message is displayed at the password field */
  run: (currentPassword: string) => Promise<void>
}

/** Dialog that asks for the administrator's own password and then runs a protected action. */
export function PasswordDialog({ action, onClose }: { action: ProtectedAction | undefined; onClose: () => void }) {
  const shown = useLast(action)
  if (!shown) return null
  const { title, message, confirm, failed, run } = shown
  return (
    <FormDialog
      open={action !== undefined}
      onClose={onClose}
      title={title}
      description={message}
      width="small"
      schema={PasswordForm}
      defaultValues={{ currentPassword: '' }}
      send={({ currentPassword }) => run(currentPassword)}
      onSent={onClose}
      failed={failed}
      submitLabel={confirm}
    >
      {({ field }) => (
        <TextField label="Your own password" type="password" autoComplete="current-password" required {...field('currentPassword')} />
      )}
    </FormDialog>
  )
}
