import { isEmail } from '#contracts/common/email-format.ts'
import type { PaymentOption } from '#contracts/shop/order.ts'
import type { FieldErrors } from '#web/lib/api/field-errors.ts'
import { asksPhone } from './payment-options.ts'

export type PaymentValues = { option: PaymentOption | undefined; email: string; phone: string }
export type PaymentErrors = FieldErrors<keyof PaymentValues>

/** Validates the payment form before it is sent. Accepts everything that the API contract accepts, without loading zod. */
export function validatePayment({ option, email, phone }: PaymentValues): PaymentErrors {
  const errors: PaymentErrors = {}
  if (email.trim() === '') errors.email = 'Enter an email address.'
  else if (!isEmail(email)) errors.email = 'Enter a valid email address.'
  if (!option) errors.option = 'Choose how you would like to pay.'
  else if (asksPhone(option)) {
    if (phone.trim() === '') errors.phone = 'Enter the phone number to pay from.'
    else if (!/^\+?\d{9,15}$/.test(phone.replace(/[\s().-]/g, ''))) errors.phone = 'Enter a phone number, such as 0771 234 567.'
  }
  return errors
}
