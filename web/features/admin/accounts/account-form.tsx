import { type Admin, AdminFields, PASSWORD_MIN_LENGTH } from '#contracts/admin.ts'
import { TextField } from '#web/ui/field.tsx'
import { ItemForm } from '../form/item-form.tsx'
import { useItemForm } from '../form/use-item-form.ts'
import { accountResource } from './account-resource.ts'

export function AccountForm({ back, onSaved }: { back: string; onSaved: (admin: Admin) => void }) {
  const state = useItemForm({
    resource: accountResource,
    schema: AdminFields,
    defaultValues: { firstname: '', lastname: '', email: '', password: '' },
    asJson: true,
    onSaved,
  })
  const { register, formState } = state.form
  const { errors } = formState

  return (
    <ItemForm state={state} title="Add admin account" back={{ to: back, label: 'Admin Accounts' }} submitLabel="Create account">
      {/* What a browser knows about its own user doesn't belong to a new colleague. */}
      <TextField label="First name" required autoComplete="off" error={errors.firstname?.message} {...register('firstname')} />
      <TextField label="Last name" required autoComplete="off" error={errors.lastname?.message} {...register('lastname')} />
      <TextField label="Email" type="email" required autoComplete="off" error={errors.email?.message} {...register('email')} />
      <TextField
        label="Password"
        type="password"
        required
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        error={errors.password?.message}
        {...register('password')}
      />
    </ItemForm>
  )
}
