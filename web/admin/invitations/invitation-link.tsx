import type { SentInvitation } from '#contracts/admin/admin.ts'
import { Callout } from '#web/ui/callout.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { focusOnMount } from '#web/ui/form-notice.tsx'

/** Link of an invitation that could not be mailed. */
export function InvitationLink({ sent: { id, firstname, delivery, url } }: { sent: SentInvitation }) {
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
