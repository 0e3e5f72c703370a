import '#web/admin.css'
import { Link, useLocation, useNavigate } from 'react-router'
import { InvitedPerson } from '#contracts/admin/admin.ts'
import { AcceptInvitation } from '#web/admin/invitations/accept-invitation.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { writeToken } from '#web/admin/kit/token.ts'
import type { SignInState } from '#web/admin/shell/sign-in.ts'
import { LoadingFrame, SignInFrame } from '#web/admin/shell/sign-in-frame.tsx'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'

export const meta = adminMeta('Invitation')

/** The page is rendered only in the browser, since the invitation token is in the URL's fragment. */
export function clientLoader() {
  return null
}

export const HydrateFallback = LoadingFrame

/** Page of an invitation link, on which the invited person chooses a password. */
export default function InvitationPage() {
  const navigate = useNavigate()
  const token = useLocation().hash.slice(1)
  const { value: person, retry } = useFetched(token, async (signal) => {
    const response = await browserApi.call('/invitations/open', { ...json('POST', { token }), signal })
    return InvitedPerson.parse(await response.json())
  })

  function signIn(email: string) {
    // The stored session token is deleted, since it belongs to another account.
    writeToken(null)
    navigate('/admin/login', { replace: true, state: { email, notice: 'welcome' } satisfies SignInState })
  }

  return (
    <SignInFrame title="Invitation">
      {person === 'loading' && <p role="status">Loading</p>}
      {person === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>The invitation could not be checked. Check the connection and try again.</p>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {person === 'missing' && (
        <p role="alert">This link is no longer valid: it works once, for a few days. Ask the person who invited you for a new one.</p>
      )}
      {typeof person === 'object' && <AcceptInvitation person={person} token={token} onAccepted={() => signIn(person.email)} />}
      <p className="mt-6 border-rule border-t pt-4">
        <Link to="/admin/login" className="inline-flex min-h-11 items-center text-link">
          Sign in
        </Link>
      </p>
    </SignInFrame>
  )
}
