import { z } from 'zod'
import { type Admin, AdminFields, PASSWORD_MIN_LENGTH } from '#contracts/admin.ts'
import { TextField } from '#web/ui/field.tsx'
import type { FormProps } from '../form/form-props.ts'
import { ItemForm } from '../form/item-form.tsx'
import { useItemForm } from '../form/use-item-form.ts'
import { accountResource } from './account-resource.ts'

/** An empty password keeps the one there is. */
const ChangedAccount = AdminFields.extend({
  password: z.preprocess((text) => (text === '' ? undefined : text), AdminFields.shape.password.optional()),
})

/** Creates an admin account, or edits the one that is given. */
export function AccountForm(props: FormProps<Admin>) {
  const { item, back } = props
  const state = useItemForm({
    resource: accountResource,
    schema: item ? ChangedAccount : AdminFields,
    defaultValues: { firstname: item?.firstname ?? '', lastname: item?.lastname ?? '', email: item?.email ?? '', password: '' },
    asJson: true,
    ...props,
  })
  const { register, formState } = state.form
  const { errors } = formState
  const length = `At least ${PASSWORD_MIN_LENGTH} characters.`

  return (
    <ItemForm
      state={state}
      title={item ? 'Edit admin account' : 'Add admin account'}
      back={{ to: back, label: 'Admin Accounts' }}
      submitLabel={item ? 'Save changes' : 'Create account'}
    >
      {/* What a browser knows about its own user doesn't belong to a colleague. */}
      <TextField label="First name" required autoComplete="off" error={errors.firstname?.message} {...register('firstname')} />
      <TextField label="Last name" required autoComplete="off" error={errors.lastname?.message} {...register('lastname')} />
      <TextField label="Email" type="email" required autoComplete="off" error={errors.email?.message} {...register('email')} />
      <TextField
        label={item ? 'New password' : 'Password'}
        type="password"
        required={!item}
        autoComplete="new-password"
        hint={item ? `Leave it empty to keep the password. ${length} A new one ends the account’s sessions elsewhere.` : length}
        error={errors.password?.message}
        {...register('password')}
      />
    </ItemForm>
  )
}
