import { AdminFields } from '#contracts/admin/admin.ts'
import { callAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import type { CodeErrors } from '#web/lib/email-codes/code-errors.ts'
import { useRequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { AskForCode, EnterCode } from '#web/ui/email-code-forms.tsx'
import { TextField } from '#web/ui/field.tsx'

const FORM = 'grid gap-5'

/** Form that asks for the email address, and then for a new password and the code sent to that address. */
export function ForgotPassword({ email, onChanged }: { email: string | undefined; onChanged: (email: string) => void }) {
  const [asked, setAsked] = useRequestedCode('password')

  if (!asked)
    return (
      <AskForCode
        label="Forgot password"
        intro="Enter the email address that you sign in with. You get a code by email. With it, you can set a new password."
        emailLabel="Email"
        email={email}
        request={requestCode}
        onAsked={setAsked}
        className={FORM}
      />
    )

  async function change(code: string, { password = '' }: Record<string, string>) {
    if (!asked) return
    const { email } = asked
    await callAsClient((clientId) => browserApi.call('/password-reset', json('POST', { email, code, password, clientId })))
    setAsked(undefined)
    onChanged(email)
  }
  return (
    <EnterCode
      asked={asked}
      label="Change password"
      action="Change password"
      check={checkPassword}
      request={requestCode}
      submit={change}
      onAsked={setAsked}
      onOtherAddress={() => setAsked(undefined)}
      className={FORM}
    >
      {({ password }) => (
        <>
          {/* The hidden email field associates the new password with the account in password managers. */}
          <input type="email" autoComplete="username" defaultValue={asked.email} hidden />
          <TextField
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            hint="You will be signed out everywhere."
            error={password}
          />
        </>
      )}
    </EnterCode>
  )
}

/** Requests a reset code. The response does not reveal whether the email address belongs to an account. */
async function requestCode(email: string): Promise<void> {
  await callAsClient((clientId) => browserApi.call('/password-reset/codes', json('POST', { email, clientId })))
}

function checkPassword({ password }: Record<string, string>): CodeErrors {
  const { error } = AdminFields.shape.password.safeParse(password)
  const message = error?.issues[0]?.message
  return message === undefined ? {} : { password: message }
}
