import '#web/admin.css'
import { Link, useLocation, useNavigate } from 'react-router'
import type { PasswordResetSettings } from '#contracts/admin/admin.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { writeToken } from '#web/admin/kit/token.ts'
import { ForgotPassword } from '#web/admin/password/forgot-password.tsx'
import type { SignInState } from '#web/admin/shell/sign-in.ts'
import { LoadingFrame, SignInFrame } from '#web/admin/shell/sign-in-frame.tsx'
import { browserApi } from '#web/lib/api/browser-api.ts'
import type { Route } from './+types/forgot-password.ts'

export const meta = adminMeta('Forgot password')

/** Loads the password reset settings. After a failure, email delivery is assumed, since the next API call will then report the error. */
export async function clientLoader(): Promise<PasswordResetSettings> {
  try {
    return await (await browserApi.call('/password-reset')).json()
  } catch (error) {
    console.warn(error)
    return { byEmail: true }
  }
}

export const HydrateFallback = LoadingFrame

export default function ForgotPasswordPage({ loaderData: { byEmail, toFiles } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const state: SignInState = useLocation().state

  function signIn(email: string) {
    // The stored session token is deleted, since the password reset has ended all sessions of its account.
    writeToken(null)
    navigate('/admin/login', { replace: true, state: { ...state, email, notice: 'changed' } })
  }

  return (
    <SignInFrame title="Forgot password?">
      {toFiles && (
        <p className="mb-5 text-base text-soft">
          This site has no mail server. The code is saved as a file on the server, where the operator can read it.
        </p>
      )}
      {byEmail || toFiles ? <ForgotPassword email={state?.email} onChanged={signIn} /> : <WithoutMail />}
      <p className="mt-6 border-rule border-t pt-4">
        <Link to="/admin/login" state={state} className="inline-flex min-h-11 items-center text-link">
          Back to sign in
        </Link>
      </p>
    </SignInFrame>
  )
}

/** Instructions for resetting a forgotten password without email delivery: on the server, or with the help of another administrator. */
function WithoutMail() {
  return (
    <div className="grid gap-4">
      <p>This site can’t send email, so you can’t get a code.</p>
      <p>Ask a colleague to set a new password for you, under Admin Accounts. The operator of the server can do it too.</p>
    </div>
  )
}
