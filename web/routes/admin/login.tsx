import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { site } from '#site/site.ts'
import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { useToken } from '#web/features/admin/session.ts'
import { pageBeforeSignIn } from '#web/features/admin/shell/page-before-sign-in.ts'
import { SignInForm } from '#web/features/admin/shell/sign-in-form.tsx'

export const meta = () => adminMeta('Sign in')

/** Keeps the page in the browser: a form that is there before its script would send the password by itself. */
export function clientLoader() {
  return null
}

export function HydrateFallback() {
  return <EmptyPage />
}

export default function AdminLogin() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const token = useToken()

  // Signing in here, or in another tab, and a visit by someone who is signed in already all come down to this.
  useEffect(() => {
    if (token !== null) navigate(pageBeforeSignIn(state) ?? '/admin/books', { replace: true })
  }, [token, state, navigate])

  if (token !== null) return <EmptyPage />
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center bg-paper-2 px-4 py-10">
      <p className="mb-6 font-serif text-2xl">{site.brand.name}</p>
      <div className="w-[min(26rem,calc(100vw-2rem))] border border-rule bg-paper px-6 py-8 sm:px-9 sm:py-10">
        <h1 className="mb-7 text-[1.75rem]">Sign in</h1>
        <SignInForm />
      </div>
    </main>
  )
}

function EmptyPage() {
  return <div className="min-h-dvh bg-paper-2" aria-busy="true" />
}
