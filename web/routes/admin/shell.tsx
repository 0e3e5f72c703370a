import '#web/admin.css'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { hasUnsavedWork } from '#web/admin/kit/form/use-leave-guard.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { useRunningWork } from '#web/admin/kit/running-work.ts'
import { useToken } from '#web/admin/kit/token.ts'
import { AdminPages } from '#web/admin/shell/admin-pages.tsx'
import { AdminShell, AdminSkeleton } from '#web/admin/shell/admin-shell.tsx'
import { PasswordPrompt } from '#web/admin/shell/password-prompt.tsx'
import { type SignInState, signOut } from '#web/admin/shell/sign-in.ts'
import { SignedOutNotice } from '#web/admin/shell/signed-out-notice.tsx'
import { toast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export const meta = adminMeta('Admin')

/** The admin area is rendered only in the browser, which stores the session token. */
export function clientLoader() {
  return null
}

export const HydrateFallback = AdminSkeleton

/** Frame of the admin area. Only checks that a token is stored; the API's first response shows whether the token is still valid. */
export default function Shell() {
  const token = useToken()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [asking, setAsking] = useState(false)
  const [entered] = useState(token !== null)
  const loggedOut = useRef(false)
  const isRunning = useRunningWork()

  // The effect redirects after a visit without a token, after logging out on this page or in another tab, and after the API has ended the
  // session; but not while an import runs or its report is displayed, unless the administrator logged out on this page.
  useEffect(() => {
    if (token !== null || (isRunning && !loggedOut.current)) return
    const state: SignInState = loggedOut.current ? null : { page: `${pathname}${search}${hash}` }
    navigate('/admin/login', { replace: true, state })
  }, [token, isRunning, navigate, pathname, search, hash])

  function logOut() {
    loggedOut.current = true
    signOut()
    toast.success('Logged out successfully')
  }

  if (!entered) return <AdminSkeleton />
  return (
    <AdminShell onLogout={() => (hasUnsavedWork() ? setAsking(true) : logOut())}>
      <AdminPages />
      {token === null && isRunning && <SignedOutNotice />}
      <Outlet />
      <PasswordPrompt />
      <ConfirmDialog
        open={asking}
        title="Log out now?"
        message="What you entered on this page has not been saved."
        confirm="Log out"
        cancel="Stay here"
        onConfirm={logOut}
        onClose={() => setAsking(false)}
      />
    </AdminShell>
  )
}
