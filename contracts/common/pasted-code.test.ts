import { expect, test } from 'vitest'
import { tidyDuration } from '#contracts/listening/duration.ts'
import { Price } from '#contracts/shop/money.ts'
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
