import { OFFLINE_DAYS } from '#contracts/admin/retention.ts'
import { definePolicy, type PolicyFacts } from './policy-schema.ts'

export function writeRefunds({ brand, contact }: PolicyFacts) {
  return definePolicy('site/policies/refunds.ts', {
    title: 'Refunds',
    description: `When ${brand.name} gives your money back, how to ask for it, and how long it takes.`,
    lead: 'If we sold you something that does not open, or is not what we said, you get your money back. All of it.',
    changed: '2026-11-26',
    sections: [
      {
        title: 'When you get it back',
        list: [
          'The book or episode does not open, and we could not fix that within three days of your message.',
          'It is not what its description said.',
          'You paid twice for the same title, or a different amount than the order says. Our system notices that by itself.',
          'You paid for a title that was removed in the meantime, or we removed it after you bought it.',
          'You changed your mind within seven days, and have not read or heard it. We don’t see how far anybody reads, so we trust your word.',
        ],
      },
      {
        title: 'How to ask for it',
        paragraphs: [
          `Write to ${contact.email}, or send a WhatsApp message to ${contact.whatsapp}. Give us the number of your receipt, or the e-mail address that you paid with, and say in a sentence what was wrong. A person reads it, and answers within two working days.`,
        ],
      },
      {
        title: 'How you get it back',
        list: [
          'The way you paid: to the same wallet or card, through Paynow or Stripe.',
          'The same amount in the same currency, even if the rate has changed.',
          'We send it within five working days of saying yes. Banks may take up to ten more until you see it.',
        ],
      },
      {
        title: 'What happens to the title',
        paragraphs: [
          `After the refund, the title no longer opens in any of your browsers, and you owe nothing. If you saved it offline, it is removed when that phone is next connected; without a connection, it stops opening within ${OFFLINE_DAYS} days. If you paid twice, one payment stays, and so does the title. You may buy it again at any time.`,
        ],
      },
      {
        title: 'Before you ask your bank',
        paragraphs: [
          'If you dispute a payment at your bank, the title does not open until the bank has decided, which may take weeks. A message to us is quicker, and costs neither of us anything.',
        ],
      },
      {
        title: 'What this page does not cover',
        paragraphs: [
          'Publishing packages, coaching in person and printed books are agreed with you in writing, and that agreement says what can be refunded. We can’t refund what your bank or mobile network charged for sending money.',
        ],
      },
    ],
  })
}
