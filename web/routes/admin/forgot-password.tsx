import '#web/admin.css'
import { Link, useLocation, useNavigate } from 'react-router'
import type { PasswordResetSettings } from '#contracts/admin/admin.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { writeToken } from '#web/admin/kit/token.ts'
import { ForgotPassword } from '#web/admin/password/forgot-password.tsx'
import type { SignInState } from '#web/admin/shell/sign-in.ts'
import { EmptyFrame, SignInFrame } from '#web/admin/shell/sign-in-frame.tsx'
import { browserApi } from '#web/lib/api/browser-api.ts'
import type { Route } from './+types/forgot-password.ts'

export const meta = adminMeta('Forgot password')

/** Assumes e-mail delivery on failure, since the next call then reports the reason. */
export async function clientLoader(): Promise<PasswordResetSettings> {
  try {
    return await (await browserApi.call('/password-reset')).json()
  } catch (error) {
    console.warn(error)
    return { byEmail: true }
  }
}

export const HydrateFallback = EmptyFrame

export default function ForgotPasswordPage({ loaderData: { byEmail, toFiles } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const state: SignInState = useLocation().state

  function signIn(email: string) {
    // The token belongs to an account whose sessions have all ended.
    writeToken(null)
    navigate('/admin/login', { replace: true, state: { ...state, email, notice: 'changed' } })
  }

  return (
    <SignInFrame title="Forgot password?">
      {toFiles && (
        <p className="mb-5 text-base text-soft">
          This site has no mail server: mail is written to files in the folder <code>mail</code> of its data folder.
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

/** Instructions for resetting a forgotten password without e-mail delivery: on the server, or by another administrator. */
function WithoutMail() {
  return (
    <div className="grid gap-4">
      <p>This site sends no e-mail, so you can’t get a code. The operator can set a new password on the server with this command:</p>
      <pre className="whitespace-pre-wrap rounded-control bg-paper-2 px-4 py-3 text-base [overflow-wrap:anywhere]">
        <code>npm run admin:password -- --email you@example.com</code>
      </pre>
      <p>A colleague who is signed in can also do it, under Admin Accounts.</p>
    </div>
  )
}
