import { expect, test } from 'vitest'
import { tidyDuration } from '#contracts/listening/duration.ts'
import { PositiveAmount, Price } from '#contracts/shop/money.ts'
import { PaymentForm } from '#contracts/shop/order.ts'
import { SECTIONS } from '#contracts/site/site-content.ts'
import { emailCode } from './email.ts'
import { cleanCode } from './pasted-code.ts'

test.each([
  '1234-5678',
  '1234 5678',
  '1234–5678',
  '\u200b12345678\u200e',
  '１２３４５６７８',
  '١٢٣٤٥٦٧٨',
  '१२३४५६७८',
  '۱۲۳۴۵۶۷۸',
  '12\u00ad34\u00a05678\n',
  '1234\u200d5678.',
  '“12345678”',
  '<1234.5678>',
])('“%s” is the code 12345678', (text) => {
  expect(cleanCode(text)).toBe('12345678')
  expect(emailCode.parse(text)).toBe('12345678')
})

test('long texts are refused as prices, durations and codes before they are parsed', () => {
  const spaces = `1${' '.repeat(60_000)}x`
  expect(Price.safeParse(spaces).success).toBe(false)
  expect(tidyDuration(spaces)).toBe(spaces)
  expect(cleanCode(spaces)).toBe(spaces)
})

/** Ways in which a text arrives from a mail, a table or a phone's keyboard. */
const pasted: [string, (text: string) => string][] = [
  ['full-width digits', (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
  ['Arabic digits', (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
  ['invisible marks', (text) => `\u202a${text.replaceAll('7', '7\u200b')}\u202c`],
  ['non-breaking spaces', (text) => `\u00a0${text}\u202f`],
]

test.each(pasted)('phone numbers, prices, amounts and durations are read with %s', (_, convert) => {
  const payment = { gateway: 'paynow', method: 'ecocash', email: 'a@example.org', phone: convert('0771 234-567') }
  expect(PaymentForm.parse(payment).phone).toBe('0771234567')
  expect(SECTIONS.contact.shape.phone.parse(convert('0771 234 567'))).toBe('0771 234 567')
  expect(Price.parse(convert('$4.75'))).toBe(4.75)
  expect(Price.parse(convert('1 250.70'))).toBe(1250.7)
  expect(PositiveAmount.parse(convert('47.50'))).toBe(47.5)
  expect(tidyDuration(convert('47.30'))).toBe('47:30')
  expect(tidyDuration(convert('1h 7m 30s'))).toBe('1:07:30')
})
