import { expect, test } from 'vitest'
import { PaymentForm } from '#contracts/shop/order.ts'
import { type PaymentValues, validatePayment } from './validate-payment.ts'

const WEB: PaymentValues = { option: { gateway: 'paynow', method: 'web' }, email: 'rudo@example.com', phone: '' }
const PROMPT: PaymentValues = { ...WEB, option: { gateway: 'paynow', method: 'ecocash' }, phone: '0771 234 567' }

/** Returns the API contract's first error message for each field, as in the API's response. */
function contractErrors({ option, email, phone }: PaymentValues) {
  const errors: Record<string, string> = {}
  const body = { ...option, email, ...(phone && { phone }) }
  for (const { path, message } of PaymentForm.safeParse(body).error?.issues ?? []) errors[String(path[0])] ??= message
  return errors
}

test.each([WEB, PROMPT, { ...WEB, email: ' rudo@example.com ' }, { ...PROMPT, phone: '+263 (77) 123-4567' }])(
  '%o is valid, also by the contract',
  (values) => {
    expect(validatePayment(values)).toEqual({})
    expect(contractErrors(values)).toEqual({})
  },
)

test.each<[string, PaymentValues]>([
  ['no email address', { ...WEB, email: ' ' }],
  ['half an email address', { ...WEB, email: 'rudo@' }],
  ['no number for a prompt', { ...PROMPT, phone: '' }],
  ['a number that is too short', { ...PROMPT, phone: '0771 23' }],
  ['words for a number', { ...PROMPT, phone: 'my phone' }],
])('%s is refused with the contract’s message', (_name, values) => {
  expect(validatePayment(values)).not.toEqual({})
  expect(validatePayment(values)).toEqual(contractErrors(values))
})

test('a missing payment option is refused', () => {
  expect(validatePayment({ ...WEB, option: undefined })).toEqual({ option: 'Choose how you would like to pay.' })
})
