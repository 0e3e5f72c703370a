import { useEffect, useState } from 'react'
import toast from 'react-hot-toast'
import { Outlet, PrefetchPageLinks, redirect, useNavigate } from 'react-router'
import { signOut } from '#web/features/admin/admin-api.ts'
import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { hasUnsavedWork } from '#web/features/admin/form/use-leave-guard.ts'
import { readToken, useToken } from '#web/features/admin/session.ts'
import { AdminShell, AdminSkeleton } from '#web/features/admin/shell/admin-shell.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export const meta = () => adminMeta('Admin')

/** Only looks whether a token is there; whether it is still good, the API says with its first answer. */
export function clientLoader() {
  return readToken() ? null : redirect('/admin/login')
}

export function HydrateFallback() {
  return <AdminSkeleton />
}

export default function Shell() {
  const token = useToken()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)

  // Logging out, here or in another tab, and a session that the API ended all come down to this.
  useEffect(() => {
    if (token === null) navigate('/admin/login', { replace: true })
  }, [token, navigate])

  function logOut() {
    signOut()
    toast.success('Logged out successfully')
  }

  return (
    <AdminShell onLogout={() => (hasUnsavedWork() ? setAsking(true) : logOut())}>
      <PrefetchPageLinks page="/admin/login" />
      <Outlet />
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
