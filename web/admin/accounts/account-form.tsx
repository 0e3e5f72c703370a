import { z } from 'zod'
import { type Admin, AdminFields, CurrentPassword, PASSWORD_MIN_LENGTH } from '#contracts/admin/admin.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { accountResource } from './account-resource.tsx'

const SECRETS = ['password', 'currentPassword']

type Account = Omit<AdminFields, 'password'> & { password?: string | undefined; currentPassword?: string | undefined }

/** Treats an empty field as absent. */
const unlessEmpty = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text || undefined)
    .pipe(schema.optional())

/** An empty password leaves the password unchanged. Changing an e-mail or a password requires the administrator's own password. */
function changedAccount({ email }: Admin): z.ZodType<Account, Account> {
  return AdminFields.extend({
    password: unlessEmpty(AdminFields.shape.password),
    currentPassword: unlessEmpty(CurrentPassword).optional(),
  }).refine(({ password, currentPassword, ...changed }) => currentPassword || (!password && changed.email === email), {
    path: ['currentPassword'],
    error: 'Enter your own password.',
  })
}

export function AccountForm(props: FormProps<Admin>) {
  const { item } = props
  const schema: z.ZodType<Account, Account> = item ? changedAccount(item) : AdminFields
  const state = useItemForm({
    resource: accountResource,
    schema,
    defaultValues: {
      firstname: item?.firstname ?? '',
      lastname: item?.lastname ?? '',
      email: item?.email ?? '',
      password: '',
      ...(item && { currentPassword: '' }),
    },
    asJson: true,
    secrets: SECRETS,
    ...props,
  })
  const { field } = state
  const { dirtyFields } = state.form.formState
  const asksPassword = item && (dirtyFields.email || dirtyFields.password)
  const length = `At least ${PASSWORD_MIN_LENGTH} characters.`

  return (
    <ItemForm state={state}>
      {/* The browser must not fill in its user's own data. */}
      <TextField label="First name" required autoComplete="off" {...field('firstname')} />
      <TextField label="Last name" required autoComplete="off" {...field('lastname')} />
      <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
      <TextField
        label={item ? 'New password' : 'Password'}
        type="password"
        required={!item}
        autoComplete="new-password"
        hint={item ? `Leave it empty to keep the password. ${length}` : length}
        {...field('password')}
      />
      {asksPassword && (
        <TextField
          label="Your own password"
          type="password"
          required
          autoComplete="current-password"
          hint="Required to change an e-mail address or a password. The account is then signed out everywhere else."
          {...field('currentPassword')}
        />
      )}
    </ItemForm>
  )
}
