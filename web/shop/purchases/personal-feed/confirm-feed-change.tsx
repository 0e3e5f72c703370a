import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const QUESTIONS = {
  replace: {
    title: 'Replace the address?',
    message: 'Your current address stops working immediately. Add the new one to your podcast app.',
    confirm: 'Replace it',
  },
  end: {
    title: 'Revoke the address?',
    message: 'Your podcast app gets no more recordings. You keep what you bought, and you can create an address again.',
    confirm: 'Revoke it',
  },
  elsewhere: {
    title: 'Revoke addresses of other browsers?',
    message: 'Podcast apps that use them get no more of your recordings. The address of this browser still works.',
    confirm: 'Revoke them',
  },
}
export type FeedChange = keyof typeof QUESTIONS

/** Confirmation dialog for replacing or revoking a feed URL that a podcast app may be using. */
export function ConfirmFeedChange({
  change,
  busy,
  onConfirm,
  onClose,
}: {
  change: FeedChange
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return <ConfirmDialog open {...QUESTIONS[change]} busy={busy} danger={change !== 'replace'} onConfirm={onConfirm} onClose={onClose} />
}
