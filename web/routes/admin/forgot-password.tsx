import '#web/admin.css'
import { Link, useLocation, useNavigate } from 'react-router'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { writeToken } from '#web/features/admin/kit/token.ts'
import { ForgotPassword } from '#web/features/admin/password/forgot-password.tsx'
import { fetchPasswordResetSettings } from '#web/features/admin/password/password-api.ts'
import { WithoutMail } from '#web/features/admin/password/without-mail.tsx'
import type { SignInState } from '#web/features/admin/shell/page-before-sign-in.ts'
import { EmptyFrame, SignInFrame } from '#web/features/admin/shell/sign-in-frame.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta = () => adminMeta('Forgot password')

export function clientLoader() {
  return fetchPasswordResetSettings()
}

export function HydrateFallback() {
  return <EmptyFrame />
}

export default function ForgotPasswordPage({ loaderData: { byEmail } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const state: SignInState = useLocation().state

  function signIn(email: string) {
    // Of an account whose sessions have all ended.
    writeToken(null)
    navigate('/admin/login', { replace: true, state: { ...state, email, changed: true } })
  }

  return (
    <SignInFrame title="Forgot password?">
      {byEmail ? <ForgotPassword email={state?.email} onChanged={signIn} /> : <WithoutMail />}
      <p className="mt-6 border-rule border-t pt-4">
        <Link to="/admin/login" state={state} className="inline-flex min-h-11 items-center text-link">
          Back to sign in
        </Link>
      </p>
    </SignInFrame>
  )
}
