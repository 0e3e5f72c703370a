import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const QUESTIONS = {
  replace: {
    title: 'Make a new address?',
    message: 'The address that you have stops working at once. Put the new one into your podcast app.',
    confirm: 'Make a new one',
  },
  end: {
    title: 'End the address?',
    message: 'Your podcast app gets no more episodes. What you bought stays yours, and you can make an address again.',
    confirm: 'End it',
  },
  elsewhere: {
    title: 'End addresses of other browsers?',
    message: 'Podcast apps that use them get no more of your episodes. The address of this browser stays.',
    confirm: 'End them',
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
