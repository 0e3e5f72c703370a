import '#web/admin.css'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { useToken } from '#web/admin/kit/token.ts'
import type { SignInState } from '#web/admin/shell/sign-in.ts'
import { SignInForm } from '#web/admin/shell/sign-in-form.tsx'
import { LoadingFrame, SignInFrame } from '#web/admin/shell/sign-in-frame.tsx'

export const meta = adminMeta('Sign in')

/** The page is rendered only in the browser, since a form rendered before its script runs would submit the password natively. */
export function clientLoader() {
  return null
}

export const HydrateFallback = LoadingFrame

export default function AdminLogin() {
  const navigate = useNavigate()
  const state: SignInState = useLocation().state
  const token = useToken()

  // The effect redirects after signing in on this page or in another tab, and if the administrator is already signed in.
  useEffect(() => {
    if (token !== null) navigate(state?.page ?? '/admin/books', { replace: true })
  }, [token, state, navigate])

  if (token !== null) return <LoadingFrame />
  return (
    <SignInFrame title="Sign in">
      <SignInForm state={state} />
    </SignInFrame>
  )
}
