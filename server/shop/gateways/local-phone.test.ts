import { expect, test } from 'vitest'
import { localPhone } from './local-phone.ts'

test.each([
  '0771234567',
  '077 123 4567',
  '771234567',
  '+263771234567',
  '263771234567',
  '00263 77 123 4567',
  '+2630771234567',
  '(077) 123-4567',
])('%s is normalized to 0771234567', (text) => {
  expect(localPhone(text)).toBe('0771234567')
})

test.each(['+447712345678', '0024771234567', '+771234567', '07712345678'])(
  '%s is not a Zimbabwean number, and is left unchanged',
  (text) => {
    expect(localPhone(text)).toBe(text)
  },
)
