import { z } from 'zod'
import { type Admin, AdminFields, CurrentPassword, PASSWORD_MIN_LENGTH } from '#contracts/admin/admin.ts'
import { TextField } from '#web/ui/field.tsx'

export type Account = Omit<AdminFields, 'password'> & { password?: string; currentPassword?: string }

/** Returns a schema that treats an empty form field as absent. */
const unlessEmpty = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text || undefined)
    .pipe(schema.optional())

/** An empty password leaves the password unchanged. Changing an email or a password requires the administrator's own password. */
export function changedAccount({ email }: Admin): z.ZodType<Account, Account> {
  return AdminFields.extend({
    password: unlessEmpty(AdminFields.shape.password),
    currentPassword: unlessEmpty(CurrentPassword).optional(),
  }).refine(({ password, currentPassword, ...changed }) => currentPassword || (!password && changed.email === email), {
    path: ['currentPassword'],
    error: 'Enter your own password.',
  })
}

/** Returns the initial form values for an existing or a new admin account. */
export function accountValues(item: Admin | undefined) {
  return {
    firstname: item?.firstname ?? '',
    lastname: item?.lastname ?? '',
    email: item?.email ?? '',
    password: '',
    ...(item && { currentPassword: '' }),
  }
}

type FieldProps = (name: keyof Account) => object

/** Form fields for a person's name and email address. Autofill is disabled, since the browser would enter the administrator's own data. */
export function PersonFields({ field }: { field: (name: 'firstname' | 'lastname' | 'email') => object }) {
  return (
    <>
      <TextField label="First name" required autoComplete="off" {...field('firstname')} />
      <TextField label="Last name" required autoComplete="off" {...field('lastname')} />
      <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
    </>
  )
}

export function AccountFields({ field, isNew, asksPassword }: { field: FieldProps; isNew: boolean; asksPassword: boolean }) {
  const length = `At least ${PASSWORD_MIN_LENGTH} characters.`
  return (
    <>
      <PersonFields field={field} />
      <TextField
        label={isNew ? 'Password' : 'New password'}
        type="password"
        required={isNew}
        autoComplete="new-password"
        hint={isNew ? length : `Leave it empty to keep the password. ${length}`}
        {...field('password')}
      />
      {asksPassword && (
        <TextField
          label="Your own password"
          type="password"
          required
          autoComplete="current-password"
          hint="Required to change the email address or password. The account is then signed out everywhere else."
          {...field('currentPassword')}
        />
      )}
    </>
  )
}
