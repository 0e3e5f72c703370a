import type { SandboxAction } from '#contracts/sandbox.ts'

/** The labels of the test gateway's buttons. */
export const ACTION_LABELS: Record<SandboxAction, { name: string; about: string }> = {
  pay: { name: 'Pay', about: 'The money comes at once.' },
  'pay-soon': { name: 'Pay in a while', about: 'Back in the shop first; the money comes twenty seconds later.' },
  decline: { name: 'Decline', about: 'As a card without money would be.' },
  cancel: { name: 'Turn back', about: 'The buyer thinks better of it.' },
  expire: { name: 'Let it run out', about: 'As if nobody had done anything for an hour.' },
  'pay-late': { name: 'Pay all the same', about: 'The money comes although the payment was over.' },
  refund: { name: 'Give the money back', about: 'As the merchant does at the gateway.' },
  dispute: { name: 'Dispute the payment', about: 'As the buyer’s bank does.' },
  'win-dispute': { name: 'Decide for the shop', about: 'The money stays where it is.' },
  'lose-dispute': { name: 'Decide for the buyer', about: 'The bank takes the money back.' },
}
