import { KEPT_DAYS } from '#contracts/retention.ts'
import { site } from '../site.ts'
import { definePolicy } from './policy-schema.ts'

const { brand, contact } = site

export const refunds = definePolicy('site/policies/refunds.ts', {
  title: 'Refunds',
  description: `When ${brand.name} gives your money back, how to ask for it, and how long it takes.`,
  lead: 'If we sold you something that does not open, or is not what we said, you get your money back. All of it.',
  changed: '2026-11-25',
  sections: [
    {
      title: 'When you get it back',
      list: [
        'The book or episode does not open, and we could not mend that within three days of your message.',
        'It is not what its description said.',
        'You paid twice for the same title, or another amount than the order says. Our books notice that by themselves.',
        'You paid for a title that was taken down meanwhile, or we took it down after you bought it.',
        'You changed your mind within seven days, and have not read or heard it. We don’t see how far anybody reads; we take your word.',
      ],
    },
    {
      title: 'How to ask for it',
      paragraphs: [
        `Write to ${contact.email}, or send a WhatsApp message to ${contact.whatsapp}. Name the number of your receipt, or the e-mail address that you paid with, and say in a sentence what was wrong. A person reads it, and answers within two working days.`,
      ],
    },
    {
      title: 'How it comes back',
      list: [
        'The way it went: to the wallet or card that paid, through Paynow or Stripe.',
        'The same amount in the same currency, whatever the rate is by then.',
        'We send it within five working days of saying yes. Banks may take up to ten more until you see it.',
      ],
    },
    {
      title: 'What becomes of the title',
      paragraphs: [
        `Once the money went back, the title no longer opens in any of your browsers, and you owe nothing. Kept on a phone, it goes when the phone is next connected, and without a connection it stops opening within ${KEPT_DAYS} days. When you had paid twice, one payment stays, and so does the title. You may buy it again at any time.`,
      ],
    },
    {
      title: 'Before you ask your bank',
      paragraphs: [
        'A payment that is disputed at a bank closes the title until the bank has decided, which may take weeks. A message to us is quicker, and costs neither of us anything.',
      ],
    },
    {
      title: 'What this page is not about',
      paragraphs: [
        'Publishing packages, coaching in person and printed books are agreed with you in writing, and that writing says what can be given back. What your bank or mobile network took for sending money is not ours to return.',
      ],
    },
  ],
})
