/**
 * Normalizes a Zimbabwean mobile number to the local format that payment gateways expect: 0771234567. Other numbers only lose spaces,
 * parentheses and hyphens.
 */
export function localPhone(phone: string): string {
  return phone.replace(/[\s()-]/g, '').replace(/^(?:(?:\+|00)?263)?0?(?=7\d{8}$)/, '0')
}
