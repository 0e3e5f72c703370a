import { useState } from 'react'
import { Invitation, InvitationFields, SentInvitation } from '#contracts/admin/admin.ts'
import { PersonFields } from '#web/admin/accounts/account-fields.tsx'
import { adminApi, post, read } from '#web/admin/kit/api.ts'
import { hasStatus } from '#web/admin/kit/failures.ts'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { focusOnMount } from '#web/ui/form-notice.tsx'

const FAILED = 'Failed to send the invitation'
const sendInvitation = ({ firstname, lastname, email }: InvitationFields) =>
  post(SentInvitation, '/invitations', { firstname, lastname, email })

export function startLoadingInvitations(): Promise<Invitation[]> {
  return startLoading(() => read(Invitation.array(), '/invitations'))
}

/** List of open invitations, with the form that invites a colleague. */
export function Invitations({ loading }: { loading: Promise<Invitation[]> }) {
  const { value: invitations, failure, set, reload } = useLoaded(loading, 'Failed to fetch invitations')
  const [isAsking, setAsking] = useState(false)
  const [sent, setSent] = useState<SentInvitation>()

  function show(invitation: SentInvitation) {
    const { id, email, delivery } = invitation
    setAsking(false)
    setSent(delivery === 'mailed' ? undefined : invitation)
    if (delivery === 'mailed') toast.success(`The invitation was sent to ${email}`)
    set([invitation, ...(invitations ?? []).filter((other) => other.id !== id && other.email.toLowerCase() !== email.toLowerCase())])
  }

  const again = useAdminAction(async (invitation: Invitation) => show(await sendInvitation(invitation)), FAILED)
  const withdrawal = useAdminAction(async ({ id }: Invitation) => {
    try {
      await adminApi.call(`/invitations/${encodeURIComponent(id)}`, { method: 'DELETE' })
      toast.success('Invitation withdrawn')
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
      toast('That invitation has already ended.')
    }
    if (sent?.id === id) setSent(undefined)
    set((invitations ?? []).filter((other) => other.id !== id))
  }, 'Failed to withdraw the invitation')

  return (
    <section aria-labelledby="invitations" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="invitations" className="text-2xl">
          Invitations
        </h2>
        <Button variant="outline" size="small" onClick={() => setAsking(true)}>
          Invite a colleague
        </Button>
      </div>
      <p className="mt-1 mb-4 max-w-2xl text-base text-soft">Colleagues get a link by email and choose their own password.</p>
      {sent && <InvitationLink sent={sent} />}
      {failure && <FailedList many="invitations" onRetry={reload} />}
      {!failure && !invitations && <LoadingList />}
      {!failure && invitations && invitations.length > 0 && (
        <ul className="border-rule border-t">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              busy={again.busy || withdrawal.busy}
              onAgain={() => void again.run(invitation)}
              onWithdraw={() => void withdrawal.run(invitation)}
            />
          ))}
        </ul>
      )}
      <FormDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Invite a colleague"
        description="The invited person becomes an administrator, who can do everything that you can."
        width="small"
        schema={InvitationFields}
        defaultValues={{ firstname: '', lastname: '', email: '' }}
        send={sendInvitation}
        onSent={show}
        failed={FAILED}
        draft="invitation"
        submitLabel="Invite"
      >
        {({ field }) => <PersonFields field={field} />}
      </FormDialog>
    </section>
  )
}

/** Link of an invitation whose email could not be sent. */
function InvitationLink({ sent: { id, firstname, delivery, url } }: { sent: SentInvitation }) {
  return (
    <Callout key={id} as="section" className="mb-5 grid max-w-2xl gap-3 px-4 py-4 text-base">
      <p ref={focusOnMount} tabIndex={-1} className="outline-none">
        {delivery === 'failed' ? 'The mail server did not accept the invitation. ' : 'This site can’t send email. '}
        Give this link to {firstname} yourself, for example in a chat. It is not shown again, and works once.
      </p>
      <CopyField label={`Link for ${firstname}`} value={url ?? ''} />
    </Callout>
  )
}

function InvitationRow({
  invitation: { firstname, lastname, email, invitedBy, createdAt, expiresAt },
  busy,
  onAgain,
  onWithdraw,
}: {
  invitation: Invitation
  busy: boolean
  onAgain: () => void
  onWithdraw: () => void
}) {
  const name = `${firstname} ${lastname}`
  const isExpired = Date.parse(expiresAt) < Date.now()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-4 text-base leading-snug">
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">
          {name}
          {isExpired && (
            <Badge tone="neutral" className="ml-2">
              Expired
            </Badge>
          )}
        </p>
        <p className="text-soft">{email}</p>
        <p className="mt-1 text-sm text-soft tabular-nums">
          Invited by {invitedBy} on <ExactTime iso={createdAt} toMinute />, {isExpired ? 'expired' : 'valid until'}{' '}
          <ExactTime iso={expiresAt} toMinute />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" disabled={busy} onClick={onAgain} aria-label={`Send a new link to ${name}`}>
          New link
        </Button>
        <Button variant="outline" size="small" disabled={busy} onClick={onWithdraw} aria-label={`Withdraw the invitation of ${name}`}>
          Withdraw
        </Button>
      </div>
    </li>
  )
}
